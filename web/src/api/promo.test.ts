import { expect, it } from 'vitest'
import { promoOf } from './promo'

it.each([
  ['promocode=SPRING-26', 'SPRING-26'],
  ['promocode=%20spring_26%20', 'spring_26'],
  ['promocode=x', undefined],
  ['promocode=a%26b', undefined],
  ['promocode=', undefined],
  ['utm_source=mail', undefined],
])('%s carries %s', (search, code) => expect(promoOf(new URLSearchParams(search))).toBe(code))
