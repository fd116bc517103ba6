import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Handshake } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { errorText } from '../../api/problemText'
import { QueryCard } from '../../domain/QueryCard'
import { useChange } from '../../domain/useChange'
import { Button } from '../../ui/Button'
import { Card } from '../../ui/Card'
import { DangerQuestion } from '../../ui/DangerQuestion'
import { Notice } from '../../ui/Notice'
import { Page } from '../../ui/Page'
import { EmptyState } from '../../ui/States'
import { type Consent, consentsQuery, partnerName, withdrawConsent } from './consents'
import { Moment } from './Moment'
import { hostOf } from './webhooks'

/** The partners that see how far the customer is verified. `back` links to the profile page. */
export default function PartnerAccessPage({ back }: { back: ReactNode }) {
  return (
    <Page title={<Trans>Partners with access</Trans>} back={back} narrow>
      <Partners />
    </Page>
  )
}

function Partners() {
  const queries = useQueryClient()
  const asked = useQuery(consentsQuery)
  const [ending, setEnding] = useState<Consent>()
  const change = useChange(errorText, () => queries.invalidateQueries({ queryKey: consentsQuery.queryKey }))
  const withdraw = async ({ id }: Consent) => {
    await change.run(id, () => withdrawConsent(id))
    setEnding(undefined)
  }
  return (
    <QueryCard asked={asked} rows={2}>
      {(consents) => (
        <>
          {change.problem ? <Notice tone="bad">{change.problem}</Notice> : null}
          <ConsentList consents={consents} onWithdraw={setEnding} />
          <Withdrawal
            of={ending}
            busy={change.busy !== undefined}
            onClose={() => setEnding(undefined)}
            onWithdraw={(consent) => void withdraw(consent)}
          />
        </>
      )}
    </QueryCard>
  )
}

type ConsentListProps = { consents: readonly Consent[]; onWithdraw: (consent: Consent) => void }

/** Every consent with what it permits, or what the page is for. */
export function ConsentList({ consents, onWithdraw }: ConsentListProps) {
  if (consents.length === 0)
    return (
      <Card>
        <EmptyState title={<Trans>No partner has access</Trans>}>
          <Trans>When you share your verification with another company, it appears here, and you can end it.</Trans>
        </EmptyState>
      </Card>
    )
  return (
    <Card tight title={<Trans>Who sees how far you are verified</Trans>}>
      <ul className="grid divide-y divide-line/60">
        {consents.map((consent) => (
          <ConsentRow key={consent.id} consent={consent} onWithdraw={() => onWithdraw(consent)} />
        ))}
      </ul>
    </Card>
  )
}

function ConsentRow({ consent, onWithdraw }: { consent: Consent; onWithdraw: () => void }) {
  const { t } = useLingui()
  const name = partnerName(consent)
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1 py-3">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-sunken text-muted">
        <Handshake size={20} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <div className="grid min-w-40 flex-1 gap-0.5">
        <span className="font-[570] wrap-anywhere">{name}</span>
        <Rights rights={consent.rights} />
        <span className="text-[13px] text-muted wrap-anywhere">
          <Trans>
            Since <Moment at={consent.agreed_at} />, given at {hostOf(consent.site)}
          </Trans>
        </span>
        {consent.state === 'agreed' ? (
          <span className="text-[13px] text-muted">
            <Trans>The partner has not confirmed yet.</Trans>
          </span>
        ) : null}
      </div>
      <Button variant="text" className="-mr-2" onClick={onWithdraw} aria-label={t`Withdraw from ${name}`}>
        <Trans>Withdraw</Trans>
      </Button>
    </li>
  )
}

function Rights({ rights }: Pick<Consent, 'rights'>) {
  return (
    <>
      {rights.includes('see_verifications') ? (
        <span className="text-[14px]">
          <Trans>Sees which verifications are complete: no name, no document and no balance</Trans>
        </span>
      ) : null}
      {rights.includes('confirm_identity') ? (
        <span className="text-[14px]">
          <Trans>May confirm your identity to us from its own check</Trans>
        </span>
      ) : null}
    </>
  )
}

type WithdrawalProps = {
  of: Consent | undefined
  busy: boolean
  onClose: () => void
  onWithdraw: (consent: Consent) => void
}

/** Asks before a consent is withdrawn. */
function Withdrawal({ of, busy, onClose, onWithdraw }: WithdrawalProps) {
  const name = of ? partnerName(of) : ''
  return (
    <DangerQuestion
      open={of !== undefined}
      title={<Trans>Withdraw from {name}?</Trans>}
      stay={<Trans>Cancel</Trans>}
      goOn={<Trans>Withdraw</Trans>}
      busy={busy}
      onClose={onClose}
      onGoOn={() => of && onWithdraw(of)}
    >
      <p className="text-muted wrap-anywhere">
        <Trans>
          The partner learns nothing about you from us any more, and is told so. Some of its services may end for you.
          It can ask you again.
        </Trans>
      </p>
    </DangerQuestion>
  )
}
