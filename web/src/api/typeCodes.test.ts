import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { TYPES } from '../console/pages/movements/codes'

const src = join(import.meta.dirname, '..')

/** Its code is a kind of movement on the forms too. */
const AMBIGUOUS = 'CONVERT'

it('names no transaction type: the server says what a person may do with a transaction', () => {
  // The console's filter lists the codes.
  const exclude = ['**/*.test.*', '**/*.gen.ts', 'console/pages/movements/codes.ts']
  const files = globSync('**/*.{ts,tsx}', { cwd: src, exclude })
  expect(files.length).toBeGreaterThan(100)
  const code = new RegExp(`['"](${TYPES.filter((type) => type !== AMBIGUOUS).join('|')})['"]`)
  expect(files.filter((file) => code.test(readFileSync(join(src, file), 'utf8')))).toEqual([])
})
