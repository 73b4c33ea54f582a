// A server with one thread: each request takes steps of busy work, and other
// requests get their turn between them.
const http = require('http');
const [steps, milliseconds] = process.argv.slice(-2).map(Number);

function spin() {
  const end = process.hrtime.bigint() + BigInt(Math.round(milliseconds * 1e6));
  while (process.hrtime.bigint() < end);
}

function work(left, done) {
  if (left === 0) return done();
  spin();
  setImmediate(work, left - 1, done);
}

const server = http.createServer((request, response) => {
  if (request.url === '/healthz') return response.end();
  work(steps, () => response.end('done\n'));
});
server.listen(0, '127.0.0.1', 4096, () => console.log(server.address().port));
process.on('SIGTERM', () => process.exit(0));
