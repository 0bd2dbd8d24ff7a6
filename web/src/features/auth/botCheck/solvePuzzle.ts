// Solves the self-hosted bot check (altcha's protocol): finds a counter for which the derived key
// starts with the required prefix. The browser derives keys off the main thread, so the page stays responsive.

type PuzzleChallenge = {
  parameters: {
    algorithm: string
    nonce: string
    salt: string
    cost: number
    keyLength: number
    keyPrefix: string
    /** Seconds since 1970. */
    expiresAt?: number
  }
  signature?: string
}

const batchSize = 8
const maxAttempts = 100_000

/**
 * `expiresAt` is the time when the puzzle expires, in ms by the clock of this device. Null if it never
 * expires.
 */
type FetchedPuzzle = { challenge: PuzzleChallenge; expiresAt: number | null }

export async function fetchPuzzle(
  challengeUrl: string,
  signal: AbortSignal,
): Promise<FetchedPuzzle> {
  const answer = await fetch(challengeUrl, {
    signal,
    headers: { 'X-Request-ID': crypto.randomUUID() },
  })
  if (!answer.ok) throw new Error(`puzzle ${answer.status}`)
  const challenge = (await answer.json()) as PuzzleChallenge
  const { expiresAt } = challenge.parameters
  if (!expiresAt) return { challenge, expiresAt: null }
  // The clock of the device may be wrong, so the remaining time is measured by the server's clock.
  const deviceTime = Date.now()
  const serverTime = Date.parse(answer.headers.get('Date') ?? '') || deviceTime
  return { challenge, expiresAt: deviceTime + expiresAt * 1000 - serverTime }
}

const decodeHex = (hex: string) =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))
const encodeHex = (buffer: ArrayBuffer) =>
  [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

async function deriveKey({ parameters }: PuzzleChallenge, counter: number): Promise<string> {
  const nonce = decodeHex(parameters.nonce)
  const password = new Uint8Array(nonce.length + 4)
  password.set(nonce)
  new DataView(password.buffer).setUint32(nonce.length, counter)
  const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits'])
  const hash = parameters.algorithm.replace('PBKDF2/', '')
  const algorithm = {
    name: 'PBKDF2',
    hash,
    salt: decodeHex(parameters.salt),
    iterations: parameters.cost,
  }
  return encodeHex(await crypto.subtle.deriveBits(algorithm, key, parameters.keyLength * 8))
}

/** Returns the token that forms send. Throws when aborted, or when none of the counters fits. */
export async function solvePuzzle(
  challenge: PuzzleChallenge,
  signal: AbortSignal,
): Promise<string> {
  for (let firstCounter = 0; firstCounter < maxAttempts; firstCounter += batchSize) {
    signal.throwIfAborted()
    const counters = Array.from({ length: batchSize }, (_, index) => firstCounter + index)
    const keys = await Promise.all(counters.map((counter) => deriveKey(challenge, counter)))
    const index = keys.findIndex((key) => key.startsWith(challenge.parameters.keyPrefix))
    if (index >= 0) {
      const solution = { counter: firstCounter + index, derivedKey: keys[index] }
      return btoa(JSON.stringify({ challenge, solution }))
    }
  }
  throw new Error('no solution')
}
