import { Trans } from '@lingui/react/macro'
import { exchangeDraft } from '../draft'
import { InsertCardForm } from './InsertCardForm'
import { StepFrame } from '../StepFrame'

type InsertCardStepProps = { sandbox: boolean; onBack: () => void; onDone: () => void }

/** /exchange/insert-card: the card that receives the payout. */
export function InsertCardStep({ sandbox, onBack, onDone }: InsertCardStepProps) {
  return (
    <StepFrame step="insert-card" title={<Trans>Your card</Trans>} onBack={onBack}>
      <p className="mb-4 text-muted">
        <Trans>The money goes to this card. It must be in your own name.</Trans>
      </p>
      <InsertCardForm
        sandbox={sandbox}
        onDone={(requisite, requisiteLabel) => {
          exchangeDraft.set((now) => ({ ...now, requisite, requisiteLabel }))
          onDone()
        }}
      />
    </StepFrame>
  )
}
