package limits

// Formats are all formats, in the order in which they are listed.
var Formats = []Format{
	{
		Name: "nginx", File: "nginx.conf",
		Over:  "refused at once: 503 with Retry-After",
		Scope: "one nginx, all its workers together",
		Proof: "nginx -t; driven with 64 clients: exactly the limit, aborting clients included",
		Check: "nginx -t -c $PWD/FILE", comment: "#", sharing: perProxy, most: 65535,
	},
	{
		Name: "json", File: "limit.json",
		Over: "as its reader decides", Scope: "the whole service, and each proxy's and worker's share",
		Proof: "read back by a test", Check: "json.load", sharing: whole,
	},
}
