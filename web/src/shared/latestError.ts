type Call = { error?: unknown; startedTimeStamp?: number }

/** The error of the call that was made last: an earlier one says nothing any more once another has succeeded. */
export function latestError(...calls: readonly Call[]): unknown {
  const latest = calls.reduce((newest, call) =>
    (call.startedTimeStamp ?? 0) > (newest.startedTimeStamp ?? 0) ? call : newest,
  )
  return latest.error
}
