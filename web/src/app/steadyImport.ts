// Code that comes later must survive a network that comes and goes: a failed import waits for the
// network and is tried again. What still fails then is a lost file, which ends in the error boundary.

const pauses = [1000, 3000, 6000]

function backOnline(): Promise<void> {
  if (navigator.onLine) return Promise.resolve()
  return new Promise((resolve) => addEventListener('online', () => resolve(), { once: true }))
}

export async function steadily<T>(load: () => Promise<T>): Promise<T> {
  for (const pause of pauses) {
    try {
      return await load()
    } catch {
      await backOnline()
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  return load()
}
