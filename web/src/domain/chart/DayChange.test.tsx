import { expect, it } from 'vitest'
import { textOf } from '../../testing/shown'
import DayChange from './DayChange'

const shown = (amount: string, percent: string) =>
  textOf(<DayChange amount={amount} currency="EUR" percent={percent} />).replaceAll(/\s+/g, ' ')

it('says the change of the total within a day in money and in percent, by an arrow and in words', () => {
  expect(shown('-12.50', '-0.99')).toMatch(/^▼ .12\.50 € · 0\.99 % down .12\.50 € · 0\.99 % in 24 hours$/)
  expect(shown('12.50', '1.01')).toMatch(/^▲ \+12\.50 € · 1\.01 % up \+12\.50 € · 1\.01 % in 24 hours$/)
})

it('says nothing where nothing has changed', () => {
  expect(shown('0.00', '0.00')).toBe('')
})
