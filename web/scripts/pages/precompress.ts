// Precompressed (br, gzip) copies, which the web server sends instead of a text file.

import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }

/** Replaces a file atomically, because it may be served meanwhile. */
export function replaceFile(path: string, bytes: string | Buffer): void {
  writeFileSync(`${path}.part`, bytes)
  renameSync(`${path}.part`, path)
}

/** Writes the br and gzip copies beside a file. */
export function writeCompressed(file: string): void {
  const bytes = readFileSync(file)
  replaceFile(`${file}.br`, brotliCompressSync(bytes, brotliOptions))
  replaceFile(`${file}.gz`, gzipSync(bytes, { level: 9 }))
}
