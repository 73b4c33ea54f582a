// Package machine reads what the kernel tells about the machine under the
// generator: processor time and who used it, quotas of control groups,
// descriptors, sockets and ports.
//
// Every reader takes the file system as an fs.FS rooted at "/", so that tests
// bring their own, and every parser is a function of text alone. A file that
// is missing or unreadable, as on a system that is not Linux, gives the zero
// value: what nobody measured is not held against anybody.
package machine
