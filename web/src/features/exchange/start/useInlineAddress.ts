import { useState } from 'react'
import type { RequisiteInput } from '../../../api/exchangeTypes'
import type { ExchangeForm } from './useExchangeForm'
import { addressShown, placeOf, type Typed } from '../draft'
import { useCheckNow, useRequisiteCheck } from '../../../domain/useRequisiteCheck'

/** The change of the draft. An empty field clears the address; an unchecked one stops the form. */
type Settled = { requisite?: RequisiteInput | undefined; requisiteLabel?: string | undefined } | 'stop'

/**
 * The address field of the start page, for networks without a memo. Left empty, the next page asks for the address;
 * filled in, that page is skipped.
 */
export function useInlineAddress(form: ExchangeForm) {
  const { to } = form.ends
  const payway = form.catalogue.data?.payways.find((way) => way.code === to?.payway)
  const [typed, setTyped] = useState<Typed>()
  const [unreachable, setUnreachable] = useState(false)
  const value = addressShown(form.draft, to, typed)
  const shown = payway?.kind === 'crypto' && !payway.memo
  const check = useRequisiteCheck(shown ? to : undefined, value)
  const checkNow = useCheckNow(to)

  const settle = async (): Promise<Settled> => {
    if (!shown) return {}
    if (value.trim() === '') return { requisite: undefined, requisiteLabel: undefined }
    const verdict = await checkNow(value)
    setUnreachable(verdict.state === 'unknown')
    if (verdict.state !== 'valid') return 'stop'
    return { requisite: { kind: 'address', value: verdict.normalized }, requisiteLabel: verdict.normalized }
  }
  const onChange = (text: string) => {
    setUnreachable(false)
    setTyped({ place: placeOf(to), value: text })
  }
  return { shown, payway, value, check, unreachable, settle, onChange, amount: form.amounts.to, type: form.type }
}

export type Inline = ReturnType<typeof useInlineAddress>
