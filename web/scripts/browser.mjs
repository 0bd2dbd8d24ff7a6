// A browser that needs nothing installed on the machine: the Chromium in the package
// @sparticuz/chromium. It is unpacked once into node_modules/.cache with its libraries and fonts.
// CHROMIUM_PATH names another browser. BROWSER_HOME names a home folder whose certificate store
// (.pki/nssdb) trusts the tests' authority.

import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const web = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const require = createRequire(import.meta.url)
const flags = ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none']

async function unpackChromium() {
  const packed = dirname(dirname(require.resolve('@sparticuz/chromium')))
  const { version } = require(join(packed, 'package.json'))
  const folder = join(web, 'node_modules/.cache', `chromium-${version}`)
  if (!existsSync(folder)) await unpackInto(folder, packed)
  return { executablePath: join(folder, 'chromium'), folder }
}

/**
 * Several processes may start at once: each unpacks into its own folder, and the first to finish
 * provides the result.
 */
async function unpackInto(folder, packed) {
  const draft = `${folder}.${process.pid}`
  mkdirSync(draft, { recursive: true })
  // The package unpacks into the temporary folder of the environment.
  const temporary = process.env.TMPDIR
  process.env.TMPDIR = draft
  try {
    const { default: chromium, inflate } = await import('@sparticuz/chromium')
    await chromium.executablePath()
    if (!existsSync(join(draft, 'al2023'))) await inflate(join(packed, 'bin/al2023.tar.br'))
    writeFileSync(join(draft, 'fonts.conf'), buildFontSettings(folder))
  } finally {
    if (temporary === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = temporary
  }
  try {
    renameSync(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}

/**
 * The packed settings look for fonts in folders that do not exist here; without fonts the browser
 * exits.
 */
const buildFontSettings = (folder) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${join(folder, 'fonts')}</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`

/** Options for Playwright's `launch`. */
export async function createBrowserOptions() {
  const { BROWSER_HOME: home = process.env.HOME } = process.env
  const environment = { ...process.env, ...(home && { HOME: home }) }
  if (process.env.CHROMIUM_PATH)
    return { executablePath: process.env.CHROMIUM_PATH, args: flags, env: environment }
  const { executablePath, folder } = await unpackChromium()
  const libraries = [join(folder, 'al2023/lib'), process.env.LD_LIBRARY_PATH]
  return {
    executablePath,
    args: flags,
    env: {
      ...environment,
      LD_LIBRARY_PATH: libraries.filter(Boolean).join(':'),
      FONTCONFIG_FILE: join(folder, 'fonts.conf'),
    },
  }
}
