// The parts of the stack under test, stopped and started with make as an operator would.

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

function runMake(name: 'stop' | 'start', part: string) {
  const result = spawnSync('make', [name, `P=${part}`], { cwd: root, encoding: 'utf8' })
  if (result.status !== 0)
    throw new Error(`make ${name} P=${part}: ${result.stdout}${result.stderr}`)
}

/** Runs `during` while a part is stopped. The part is always started again. */
export async function runWithout(part: string, during: () => Promise<void>) {
  runMake('stop', part)
  try {
    await during()
  } finally {
    runMake('start', part)
  }
}

/** Runs a Python module of the repository with the settings of the stack. */
export function runModule(name: string, ...parameters: string[]) {
  const result = spawnSync(`${root}.venv/bin/python`, ['-m', name, ...parameters], {
    cwd: root,
    encoding: 'utf8',
  })
  if (result.status !== 0) throw new Error(`${name}: ${result.stdout}${result.stderr}`)
}

/** Whether the parts can be stopped here: a stack in containers runs elsewhere. */
export const isLocal = Boolean(process.env.VAR_DIR)
