package cmd

// targetsHelp is how a file of targets looks.
const targetsHelp = `Targets, in a file (--targets FILE) or on stdin (-), have one of vegeta's formats.
A weight says how often a request is sent beside the others: 1 without it, and
equal weights take turns. --format http; the weight stands below the request
line and above the body file:
  POST http://127.0.0.1:8080/things
  Content-Type: application/json
  #loadline: weight=9
  @thing.json

  GET http://127.0.0.1:8080/things/1
--format json, one object a line, the body in base64:
  {"method": "GET", "url": "http://127.0.0.1:8080/things/1", "weight": 9}
`
