import { Trans } from '@lingui/react/macro'
import { errorText } from '../../../api/problemText'
import { useDraft } from '../../../domain/draft'
import { Skeleton } from '../../../ui/Skeleton'
import { ErrorState } from '../../../ui/States'
import { changeTerms, exchangeDraft } from '../draft'
import { useCatalogue } from '../../../domain/catalogue'
import { RequisitesForm } from './RequisitesForm'
import { StepFrame } from '../StepFrame'

type RequisitesStepProps = { onBack: () => void; onDone: () => void }

/** /exchange/requisites: the address or the bank account for the payout. */
export function RequisitesStep({ onBack, onDone }: RequisitesStepProps) {
  const draft = useDraft(exchangeDraft)
  const catalogue = useCatalogue()
  const { to } = draft
  return (
    <StepFrame
      step="requisites"
      title={draft.payoutKind === 'iban' ? <Trans>Your bank account</Trans> : <Trans>Where to send</Trans>}
      onBack={onBack}
    >
      {catalogue.isPending ? <Skeleton className="h-40" /> : null}
      {catalogue.isError && !catalogue.data ? (
        <ErrorState onRetry={() => void catalogue.refetch()}>{errorText(catalogue.error)}</ErrorState>
      ) : null}
      {to && catalogue.data ? (
        <RequisitesForm
          to={to}
          payway={catalogue.data.payways.find((way) => way.code === to.payway)}
          saved={draft.requisite}
          onDone={(requisite, requisiteLabel) => {
            exchangeDraft.set((now) => ({ ...now, requisite, requisiteLabel }))
            onDone()
          }}
          // Another amount changes the price, so the start page shows it first.
          onAmount={(amount, requisite) => {
            const change = { fixed: 'to', amount, requisite, requisiteLabel: requisite.value } as const
            exchangeDraft.set((now) => changeTerms(now, change))
            onBack()
          }}
        />
      ) : null}
    </StepFrame>
  )
}
