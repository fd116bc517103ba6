import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import type { Mica } from '../../api/rules'

const NAMES: Record<Mica, MessageDescriptor> = {
  OFFERED: msg`Offered`,
  EXIT_ONLY: msg`Exit only`,
  BLOCKED: msg({ message: 'Blocked', context: 'currency' }),
}

export const MICA = Object.keys(NAMES) as Mica[]

export const isMica = (code: string): code is Mica => Object.hasOwn(NAMES, code)

/** What residents of the EEA may do with a currency. */
export function useMicaName(): (mica: Mica) => string {
  const { _ } = useLingui()
  return (mica) => _(NAMES[mica])
}
