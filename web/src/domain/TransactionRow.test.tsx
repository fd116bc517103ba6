import { describe, expect, it } from 'vitest'
import { messages as pl } from '../locales/pl.po'
import { messages as ru } from '../locales/ru.po'
import { messages as uk } from '../locales/uk.po'
import { textOf } from '../testing/shown'
import type { Transaction } from './queries'
import { TransactionRow } from './TransactionRow'

type Type = Transaction['display_type']

/** A cancelled transaction of 40 euro. */
function cancelled(type: Type, from: string, to: string, received: Partial<Transaction['to']> = {}): Transaction {
  const money = { amount: '40.00', currency: 'EUR' } as const
  const given = { ...money, payway: from }
  const at = '2026-11-27T10:00:00Z'
  const headline = { kind: 'not_paid', ...money }
  const state = { status: 'CANCELLED', sub_state: 'cancelled', headline, created_at: at, source: {}, price: {} }
  return { display_type: type, from: given, to: { ...money, payway: to, ...received }, ...state } as Transaction
}

describe('a cancelled transaction in a list', () => {
  const coins = { amount: '0.5', currency: 'LTC' } as const
  const CASES: [type: Type, transaction: Transaction, en: string, uk: string, ru: string, pl: string][] = [
    [
      'withdraw',
      cancelled('withdraw', 'balance', 'iban'),
      'Not withdrawn',
      'Не виведено',
      'Не выведено',
      'Nie wypłacono',
    ],
    [
      'convert',
      cancelled('convert', 'balance', 'balance', coins),
      'Not converted',
      'Не конвертовано',
      'Не конвертировано',
      'Nie przewalutowano',
    ],
    [
      'transfer',
      cancelled('transfer', 'balance', 'customer'),
      'Not transferred',
      'Не переказано',
      'Не переведено',
      'Nie przelano',
    ],
    [
      'purchase',
      cancelled('purchase', 'balance', 'ltc', coins),
      'Not exchanged',
      'Не обміняно',
      'Не обменяно',
      'Nie wymieniono',
    ],
    [
      'purchase',
      cancelled('purchase', 'visamc', 'ltc', coins),
      'Not paid',
      'Не оплачено',
      'Не оплачено',
      'Nie opłacono',
    ],
    ['deposit', cancelled('deposit', 'visamc', 'balance'), 'Not paid', 'Не оплачено', 'Не оплачено', 'Nie opłacono'],
  ]

  it.each(CASES)('says what did not happen to the money of a %s', (_, transaction, ...words) => {
    const shown = [
      textOf(<TransactionRow transaction={transaction} />),
      textOf(<TransactionRow transaction={transaction} />, { locale: 'uk', messages: uk }),
      textOf(<TransactionRow transaction={transaction} />, { locale: 'ru', messages: ru }),
      textOf(<TransactionRow transaction={transaction} />, { locale: 'pl', messages: pl }),
    ]
    for (const [at, text] of shown.entries()) expect(text).toContain(words[at])
  })
})
