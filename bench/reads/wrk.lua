-- Sends the bodies of a file, one in each line, in turn, or a GET if there is none; writes what was measured as one line of JSON.
wrk.method = "POST"
wrk.headers["content-type"] = "application/json"
wrk.headers["accept"] = "application/json"

local requests, at = {}, 0

function init(arguments)
  for line in io.lines(arguments[1]) do
    requests[#requests + 1] = wrk.format(nil, nil, nil, line)
  end
  if #requests == 0 then
    requests[1] = wrk.format("GET")
  end
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '\n{"requests":%d,"seconds":%f,"p50":%f,"p99":%f,"failed":%d}\n',
    summary.requests,
    summary.duration / 1e6,
    latency:percentile(50) / 1e3,
    latency:percentile(99) / 1e3,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout
  ))
end
