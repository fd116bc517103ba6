import { expect, it } from 'vitest'
import { codeOf, phoneLink, carriedOf } from './link'

it('a link reads back as what it was made of', () => {
  for (const proof of ['identity', 'address', 'source_of_funds', 'order'] as const) {
    const link = new URL(phoneLink('https://bank.example', proof, 'agh_Abc123'))
    expect(link.search).toBe('')
    expect(carriedOf(link.pathname.split('/').at(-1) ?? '')).toBe(proof)
    expect(codeOf(link.hash)).toBe('agh_Abc123')
  }
})

it('what is no code is none', () => {
  for (const hash of ['', '#', '#a b', '#<b>', `#${'x'.repeat(101)}`]) expect(codeOf(hash)).toBeUndefined()
  expect(carriedOf('phone')).toBeUndefined()
})
