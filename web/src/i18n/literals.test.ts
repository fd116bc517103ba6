import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bareStrings } from '../../tools/literals'

const src = join(import.meta.dirname, '..')

// Names that are the same in every language.
const SAME_EVERYWHERE = new Set([
  'Agio',
  'BIC',
  'ms',
  'https://',
  'https://api.hyperswitch.io',
  'sk_test_…',
  'pk_prd_…',
])

describe('what a person reads', () => {
  it('comes from the catalogue, on every screen', () => {
    const files = globSync('**/*.{ts,tsx}', { cwd: src, exclude: ['**/*.test.*', '**/*.gen.ts'] })
    expect(files.length).toBeGreaterThan(100)
    const bare = files.flatMap((file) =>
      bareStrings(file, readFileSync(join(src, file), 'utf8'))
        .filter((text) => !SAME_EVERYWHERE.has(text))
        .map((text) => `${file}: ${text}`),
    )
    expect(bare).toEqual([])
  })

  it('is found wherever it can be written past the catalogue', () => {
    const page = `
      const words = { title: 'Order created', value: 'dark' }
      const Page = () => <Card title="Balances"><p aria-label={open ? 'Close it' : t\`Open\`}>Pay now</p>
        {late ? 'Too late' : <Trans>In <b>time</b></Trans>}<input value="code" placeholder={\`Amount \${unit}\`} /></Card>
      notify.error('It failed')`
    expect(bareStrings('page.tsx', page).toSorted()).toEqual(
      ['Order created', 'Balances', 'Close it', 'Pay now', 'Too late', 'Amount', 'It failed'].toSorted(),
    )
  })
})
