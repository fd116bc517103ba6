import { queryOptions } from '@tanstack/react-query'
import { ask } from './ask'
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

export const rulesQuery = queryOptions({
  queryKey: ['rules'],
  queryFn: ({ signal }) => ask<RulesInfo>('rules', { signal }),
})

/** The effect of changed rules. It is computed when the review opens, and again when it opens the next time. */
export const rulesPreviewQuery = (draft: RulesDraft) =>
  queryOptions({
    queryKey: ['rules-preview', draft],
    queryFn: ({ signal }) => ask<RulesPreview>('rules/preview', { method: 'POST', body: draft, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })

/** Proposes changed rules. Without `at` they take effect when they are approved. */
export const proposeRules = (body: Schemas['RulesProposal']) => ask<Act>('rules', { method: 'POST', body })
