// Package cmd is the command line: flags, files, signals, progress and exit
// codes, one file a command. It is the only place where the stations of the
// pipeline meet:
//
//	targets + search.Next → attack → search.Observe … → record.Run → analyze.Conclude → report → files
package cmd
