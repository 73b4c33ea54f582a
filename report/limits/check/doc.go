// Package check gives a limit file to its format's own validator: nginx -t,
// haproxy -c, caddy validate and so on, with a copy of the file in a scratch
// folder, so that nothing is started and nothing outside the folder is written.
// A file with statements that its validator would act on is not given to it,
// and Python is read and not run.
//
// It stands behind `loadline limits check FILE`, after package limits has
// written the file and somebody may have edited it.
package check
