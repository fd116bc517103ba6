import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { failureWords } from './failures'

/** The codes with a test card in the documents, which the server's tests compare with the catalogue. */
const page = readFileSync(new URL('../../../../../docs/failures.md', import.meta.url), 'utf8')
const codes = [...page.matchAll(/^\| `([A-Z_]+)` \| [^|]+ \| `4000 /gm)].flatMap(([, code]) => code ?? [])

describe('the failure catalogue', () => {
  it('has words of the app for every reason', () => {
    expect(codes.length).toBeGreaterThan(35)
    const wordless = codes.filter((code) => typeof failureWords({ code, message: 'from the server' }) === 'string')
    expect(wordless).toEqual([])
  })
})
