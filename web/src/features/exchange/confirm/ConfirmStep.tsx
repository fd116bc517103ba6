import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Transaction } from '../../../api/exchangeTypes'
import { ConfirmForm } from './ConfirmForm'
import { useCatalogue } from '../../../domain/catalogue'
import type { TermsSlot } from '../../../domain/terms'
import type { TravelSlot } from '../../../domain/travel'
import type { Checklist } from '../../../domain/verification'
import { StepFrame } from '../StepFrame'

type ConfirmStepProps = {
  verify: ReactNode
  terms: TermsSlot
  checklist: Checklist
  travel: TravelSlot
  onBack: () => void
  onAmount: () => void
  onCreated: (transaction: Transaction) => void
  onForbidden: () => void
}

/** /exchange/confirm: the firm price, and the button that creates the order. */
export function ConfirmStep({ onBack, ...rest }: ConfirmStepProps) {
  const catalogue = useCatalogue()
  return (
    <StepFrame step="confirm" title={<Trans>Check and confirm</Trans>} onBack={onBack} bare>
      <ConfirmForm payways={catalogue.data?.payways ?? []} onBack={onBack} {...rest} />
    </StepFrame>
  )
}
