// Package limits writes the recommended in-flight limit for the place where a
// team would put it: a proxy's configuration, a cluster's manifest, a Go
// middleware, a script's environment.
//
// It is one of the renderers at the end of the pipeline:
//
//	record.Run → From → Limit → Render → one file
//
// A Limit is a small typed model; a file is a text/template over it. The
// ecosystems' own types (Envoy's protos, Kubernetes' API) only check the files,
// in the nested module validators, so that the command stays small. Whatever a
// user may type ends up in a file only if Options.Validate let it through, so
// nothing can be injected into a configuration.
package limits
