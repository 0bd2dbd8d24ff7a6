/** A promise and the function that resolves it, for an answer that a test holds back. */
export function createGate() {
  let resolve = () => {}
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
