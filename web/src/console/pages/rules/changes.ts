import type { Rules } from '../../api/rules'
import { limitKey } from './limits'

type Group = Record<string, unknown>

const isGroup = (value: unknown): value is Group => typeof value === 'object' && value !== null

/** The rules with the rows of each list under their codes, so that their order does not count. */
const byCode = ({ fee_rules, payways, limits, currencies, forbidden, relied_on, ...others }: Rules): Group => ({
  ...others,
  confirmations: Object.fromEntries(others.confirmations.map((one) => [one.network, one.at_least])),
  tiers: Object.fromEntries(others.tiers.map((one) => [one.tier, one])),
  fee_rules: Object.fromEntries(fee_rules.map((one) => [one.name, one])),
  payways: Object.fromEntries(payways.map((one) => [one.payway, one])),
  limits: Object.fromEntries(limits.map((one) => [limitKey(one), one])),
  currencies: Object.fromEntries(currencies.map((one) => [one.currency, one])),
  forbidden: Object.fromEntries(forbidden.map((code) => [code, true])),
  relied_on: Object.fromEntries(relied_on.map((profile) => [profile, true])),
})

/** The number of values that differ. A value that only one side has counts as one, even if it is a group. */
export function differences(was: unknown, now: unknown): number {
  if (!isGroup(was) || !isGroup(now)) return was === now ? 0 : 1
  const names = [...new Set([...Object.keys(was), ...Object.keys(now)])]
  return names.reduce((sum, name) => sum + differences(was[name], now[name]), 0)
}

/** The number of changes between two states of the rules. */
export const countChanges = (was: Rules, now: Rules): number => differences(byCode(was), byCode(now))
