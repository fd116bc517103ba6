import { useState } from 'react'
import type { RequisiteInput } from '../../../api/exchangeTypes'
import type { ExchangeForm } from './useExchangeForm'
import { useCheckNow, useRequisiteCheck } from '../requisites/useRequisiteCheck'

type Settled = { requisite: RequisiteInput; requisiteLabel: string } | undefined | 'invalid'

/**
 * The address on the start page itself, for networks that need nothing more than an address. Left empty, the next
 * page asks for it; filled in, that page is passed over.
 */
export function useInlineAddress(form: ExchangeForm) {
  const { to } = form.ends
  const payway = form.catalogue.data?.payways.find((way) => way.code === to?.payway)
  const saved = form.draft.requisite?.kind === 'address' ? form.draft.requisite.value : ''
  const place = `${to?.currency ?? ''}:${to?.payway ?? ''}`
  const [typed, setTyped] = useState({ place, value: saved })
  // An address belongs to one network: another choice empties the field.
  const value = typed.place === place ? typed.value : ''
  const shown = payway?.kind === 'crypto' && !payway.memo
  const check = useRequisiteCheck(shown ? to : undefined, value)
  const checkNow = useCheckNow(to)

  const settle = async (): Promise<Settled> => {
    if (!shown || value.trim() === '') return undefined
    const verdict = await checkNow(value)
    if (verdict.state !== 'valid') return verdict.state === 'invalid' ? 'invalid' : undefined
    return { requisite: { kind: 'address', value: verdict.normalized }, requisiteLabel: verdict.normalized }
  }
  return { shown, value, check, settle, onChange: (text: string) => setTyped({ place, value: text }) }
}

export type Inline = ReturnType<typeof useInlineAddress>
