import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Endpoint, RequisiteVerdict } from '../api/exchangeTypes'
import { useDebounced } from './useDebounced'
import { requisiteCheckQuery } from './requisiteQuery'

export type Check =
  | { state: 'empty' }
  | { state: 'checking' }
  | { state: 'valid'; normalized: string }
  | { state: 'invalid'; code: string; message: string; field?: string }
  /** The server could not be reached. It validates again when the order is created. */
  | { state: 'unknown' }

/** The server's validation of an address or IBAN while typing. Only the server has the rules. */
export function useRequisiteCheck(to: Endpoint | undefined, value: string, memo?: string): Check {
  const text = value.trim()
  const rested = useDebounced(text, 350)
  const restedMemo = useDebounced(memo?.trim(), 350)
  const answer = useQuery(requisiteCheckQuery(to, rested, restedMemo))
  if (text === '') return { state: 'empty' }
  if (text !== rested || memo?.trim() !== restedMemo || answer.isPending) return { state: 'checking' }
  if (answer.isError) return { state: 'unknown' }
  return judged(answer.data, text)
}

function judged(verdict: RequisiteVerdict, text: string): Check {
  const { valid, normalized, code, message, field } = verdict
  return valid
    ? { state: 'valid', normalized: normalized ?? text }
    : { state: 'invalid', code: code ?? '', message: message ?? '', ...(field ? { field } : {}) }
}

/** Validates immediately, for a form submitted within the debounce delay. */
export function useCheckNow(to: Endpoint | undefined): (value: string, memo?: string) => Promise<Check> {
  const client = useQueryClient()
  return async (value, memo) => {
    const text = value.trim()
    if (text === '') return { state: 'empty' }
    try {
      return judged(await client.ensureQueryData(requisiteCheckQuery(to, text, memo?.trim())), text)
    } catch {
      return { state: 'unknown' }
    }
  }
}
