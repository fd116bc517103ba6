import { queryOptions } from '@tanstack/react-query'
import { ask } from './ask'
import { paged } from './paged'
import type { Act } from './queries'
import type { components } from './schema.gen'

type Schemas = components['schemas']
export type RuleFee = Schemas['RuleFee']
export type FeeRule = Schemas['NamedFeeRule']
export type PaywayRule = Schemas['PaywayRule']
export type Mica = Schemas['MicaRule']
export type LimitRule = Schemas['LimitRule']
export type CurrencyRule = Schemas['CurrencyRule']
export type Rules = Schemas['Rules']
export type RulesInfo = Schemas['RulesInfo']
export type Importer = Schemas['Importer']
export type RulesPreview = Schemas['RulesPreview']
export type RulesDraft = Schemas['ChangedRules']
export type NetworkRange = Schemas['NetworkRange']
export type KeyHolder = Schemas['KeyHolder']
export type TierLimits = Schemas['RuleTierLimits']
export type RulesVersion = Schemas['RulesVersion']
export type ComparedRules = Schemas['ComparedRules']
export type RulesDifference = Schemas['RulesDifference']
export type DecidedFees = Schemas['DecidedFees']
export type FeesAsked = Schemas['FeesAsked']

/** When a change takes effect, and why it is proposed. */
export type Proposing = { at?: string; reason: string }

export const rulesQuery = queryOptions({
  queryKey: ['rules'],
  queryFn: ({ signal }) => ask<RulesInfo>('rules', { signal }),
})

/** What a review computes when it opens, and again when it opens the next time. */
const FRESH = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
}

/** What a proposal changes and would have done, and how it is proposed. */
export type Change = {
  preview: ReturnType<typeof rulesPreviewQuery>
  propose: (proposing: Proposing) => Promise<Act>
}

const rulesPreviewQuery = (path: string, body: unknown) =>
  queryOptions({
    queryKey: ['rules-preview', path, body],
    queryFn: ({ signal }) => ask<RulesPreview>(`${path}/preview`, { method: 'POST', body, signal }),
    ...FRESH,
  })

/** Changed rules. Without `at` they take effect when they are approved. */
export const changeOf = (draft: RulesDraft): Change => ({
  preview: rulesPreviewQuery('rules', draft),
  propose: (proposing) => ask<Act>('rules', { method: 'POST', body: { ...draft, ...proposing } }),
})

/** An earlier version again, as the next one after `base`. */
export const changeBack = (version: number, base: number): Change => ({
  preview: rulesPreviewQuery(`rules/versions/${version}`, { base }),
  propose: (proposing) =>
    ask<Act>(`rules/versions/${version}/propose`, { method: 'POST', body: { base, ...proposing } }),
})

export const rulesVersionsQuery = paged<RulesVersion>('rules-versions', 'rules/versions', {})

/** A version, compared with another one, or with the one before it. */
export const rulesVersionQuery = (version: string, against: number | undefined) =>
  queryOptions({
    queryKey: ['rules-versions', version, against],
    queryFn: ({ signal }) =>
      ask<ComparedRules>(`rules/versions/${version}`, { params: { query: { against } }, signal }),
  })

/** The rules that decide the fees of an order. */
export const decidedFeesQuery = (asked: FeesAsked) =>
  queryOptions({
    queryKey: ['rules-fees', asked],
    queryFn: ({ signal }) => ask<DecidedFees>('rules/fees', { method: 'POST', body: asked, signal }),
    ...FRESH,
    retry: false,
  })
