import { BALANCE } from '../../../domain/balance'
import type { Option } from './options'

/** Whether a row matches the typed words in any order, by code, name, payway or network, also in English. */
export function matches(option: Option, query: string): boolean {
  const { endpoint, name, paywayName, network = '', also } = option
  const hay = [endpoint.currency, name, paywayName, network, also].join(' ').toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => hay.includes(word))
}

/**
 * The row that Enter selects: the typed currency code, or else the first available row. Payways come before balances.
 */
export function bestMatch(found: readonly Option[], query: string): Option | undefined {
  const all = found.filter((option) => option.available)
  const isBalance = ({ endpoint }: Option) => endpoint.payway === BALANCE
  const open = [...all.filter((option) => !isBalance(option)), ...all.filter(isBalance)]
  const word = query.trim().split(/\s+/)[0]?.toUpperCase() ?? ''
  const code = (option: Option) => option.endpoint.currency.toUpperCase()
  return open.find((option) => code(option) === word) ?? open.find((option) => code(option).startsWith(word)) ?? open[0]
}
