import { describe, expect, it } from 'vitest'
import { pickLocale } from './locale'

const ALL = ['en', 'uk', 'ru', 'pl']

describe('the language of the first page', () => {
  it('is the one chosen before', () => expect(pickLocale('pl', ['uk-UA'], ALL)).toBe('pl'))
  it('is the browser’s when nothing was chosen', () => expect(pickLocale(null, ['de-DE', 'uk-UA'], ALL)).toBe('uk'))
  it('is the house’s first when the browser speaks none of them', () =>
    expect(pickLocale(null, ['de'], ['pl', 'en'])).toBe('pl'))
  it('is never one that the house does not offer', () => expect(pickLocale('ru', [], ['en', 'uk'])).toBe('en'))
})
