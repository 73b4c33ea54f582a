package html_test

// complaints is evaluated in the browser and lists what is wrong with the page
// as it is shown now: it is wider than the window, a text has too little
// contrast (WCAG 2.1 AA: 4.5, or 3 for large and for lines), a label leaves its
// chart, or two labels of a chart cover one another.
const complaints = `(() => {
  const out = [];
  const say = text => { if (out.length < 12) out.push(text); };
  if (document.documentElement.scrollWidth > window.innerWidth)
    say("the page is " + document.documentElement.scrollWidth + " px wide");

  const numbers = color => color.match(/[\d.]+/g).map(Number);
  const luminance = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map(v => { v /= 255; return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; });
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const contrast = (a, b) => {
    const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
    return (high + 0.05) / (low + 0.05);
  };
  const ground = element => {
    for (let e = element; e; e = e.parentElement) {
      const color = numbers(getComputedStyle(e).backgroundColor);
      if (color.length < 4 || color[3] > 0) return color;
    }
    return [255, 255, 255];
  };
  const shown = element => { const box = element.getBoundingClientRect(); return box.width > 0 && box.height > 0; };

  const kinds = new Set(); // elements of one kind look alike: the first of each is enough
  for (const element of document.querySelectorAll("body *")) {
    let kind = "";
    for (let e = element; e.tagName !== "BODY"; e = e.parentElement) kind += e.tagName + "." + (e.getAttribute("class") || "") + " ";
    if (kinds.has(kind)) continue;
    const own = [...element.childNodes].some(n => n.nodeType === 3 && n.data.trim());
    if (!own || element.closest("script, title, desc") || !shown(element)) continue;
    kinds.add(kind);
    const style = getComputedStyle(element);
    const inside = element.closest("svg");
    const ratio = contrast(numbers(inside ? style.fill : style.color), ground(element));
    if (ratio < 4.5) say("contrast " + ratio.toFixed(2) + " of " + element.textContent.trim().slice(0, 40));
  }
  for (const path of document.querySelectorAll("figure svg path.line, figure svg path.mark")) {
    if (!path.closest("svg").getBoundingClientRect().width) continue;
    const ratio = contrast(numbers(getComputedStyle(path).stroke), ground(path));
    if (ratio < 3) say("contrast " + ratio.toFixed(2) + " of a line " + path.getAttribute("class"));
  }
  for (const svg of document.querySelectorAll("svg[role=img]")) {
    const frame = svg.getBoundingClientRect();
    if (!frame.width) continue;
    const labels = [...svg.querySelectorAll("text")];
    const boxes = labels.map(t => t.getBoundingClientRect());
    labels.forEach((label, i) => {
      const a = boxes[i];
      if (a.left < frame.left - 6 || a.right > frame.right + 6 || a.top < frame.top - 4 || a.bottom > frame.bottom + 4)
        say(svg.getAttribute("aria-labelledby") + ": label leaves the chart: " + label.textContent);
      for (let j = 0; j < i; j++) {
        const b = boxes[j];
        const w = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const h = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (w > 2 && h > 4) say(svg.getAttribute("aria-labelledby") + ": " + label.textContent + " covers " + labels[j].textContent);
      }
    });
  }
  return out;
})()`
