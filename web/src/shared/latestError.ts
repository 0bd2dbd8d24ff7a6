type Call = { error?: unknown; startedTimeStamp?: number }

/** The error of the latest request. After a later success, earlier errors no longer matter. */
export function findLatestError(...calls: readonly Call[]): unknown {
  const latest = calls.reduce((newest, call) =>
    (call.startedTimeStamp ?? 0) > (newest.startedTimeStamp ?? 0) ? call : newest,
  )
  return latest.error
}
