import { describe, expect, it } from 'vitest'
import { messages as pl } from '../../locales/console/pl.po'
import { messages as ru } from '../../locales/console/ru.po'
import { messages as uk } from '../../locales/console/uk.po'
import { textOf } from '../../testing/shown'
import { ReviewWords } from './ReviewWords'
import { useRailWords } from './railWords'

function Actor({ name }: { name: string }) {
  return useRailWords().actor(name)
}

const declined = (code: string) => <ReviewWords line={{ declined: code }} />

describe('the code of a rail', () => {
  it('is said in words, in every language of the console', () => {
    expect(textOf(declined('insufficient_funds'))).toBe('Declined: not enough money')
    for (const [locale, messages] of Object.entries({ uk, ru, pl })) {
      const text = textOf(declined('insufficient_funds'), { locale: locale as 'uk', messages })
      expect(text, locale).not.toMatch(/[a-z]+_|not enough/)
    }
  })

  it('stays as it is where only the rail knows what it means', () => {
    expect(textOf(declined('Try another card'))).toBe('Declined: Try another card')
    expect(textOf(declined('Z9'))).toBe('Declined: Z9')
  })

  it('of a bank that returned a payment has its meaning beside the message', () => {
    const review = { reason: 'payout_failed', detail: 'returned: AC04 account closed', since: '2026-11-27T10:00:00Z' }
    const text = textOf(<ReviewWords line={{ review: review as never }} />)
    expect(text).toContain('The payout failed The account is closed returned: AC04 account closed')
    const other = { ...review, detail: 'the bank refused the payment file: KO' }
    expect(textOf(<ReviewWords line={{ review: other as never }} />)).toContain('The payout failed the bank refused')
  })

  it.each([
    ['rail:visamc', 'Payment provider: Visa / MC'],
    ['rail:card', 'Payment provider: Card'],
    ['rail:iban', 'Payment provider: Bank transfer'],
    ['rail:ltc', 'Payment provider: Litecoin'],
    ['rail', 'Payment provider'],
    ['customer', 'Customer'],
    ['transaction.due', 'transaction.due'],
  ])('%s in a history is %s', (name, words) => expect(textOf(<Actor name={name} />)).toBe(words))
})
