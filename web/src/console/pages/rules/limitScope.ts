import type { LimitRule } from '../../api/rules'
import { isPayway } from '../../parts/paywayNames'

type Scope = Pick<LimitRule, 'payway' | 'direction' | 'tier' | 'country'>

const TIERS = ['T0', 'T1', 'T2', 'T3', 'T4'] as const

/** The conditions of a limit rule as the policy document names them: "visamc out T1", or "all". */
export function scopeOf(text: string): Scope {
  const scope: Scope = {}
  for (const word of text.split(' ')) {
    const tier = TIERS.find((one) => one === word)
    if (word === 'in' || word === 'out') scope.direction = word
    else if (tier) scope.tier = tier
    else if (isPayway(word)) scope.payway = word
    else if (/^[A-Z]{2}$/.test(word)) scope.country = word
  }
  return scope
}
