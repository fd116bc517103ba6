import { Trans } from '@lingui/react/macro'
import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../api/problemText'
import { networkName } from '../../domain/networks'
import { Button } from '../../ui/Button'
import { Notice } from '../../ui/Notice'
import { choose, type PayAttempt, type PayPageState } from './payment'
import { TermsNote } from './TermsNote'

type PayAgainProps = {
  token: string
  page: PayPageState
  /** The payment that failed, or whose rate has ended. */
  attempt: PayAttempt
  onPage: (page: PayPageState) => void
  onOther: () => void
}

/** Another try of a payment in the same currency and network, with one press. Or in another one. */
export function PayAgain({ token, page, attempt, onPage, onOther }: PayAgainProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const again = async () => {
    setBusy(true)
    setProblem(undefined)
    try {
      onPage(await choose(token, page, attempt))
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setBusy(false)
    }
  }
  const { currency } = attempt
  const network = networkName(attempt.network)
  return (
    <>
      {problem ? <Notice tone="bad">{problem}</Notice> : null}
      <Button busy={busy} onClick={() => void again()}>
        {page.state === 'rate_expired' ? <Trans>Get a new rate</Trans> : <Trans>Pay again</Trans>}
      </Button>
      <p className="text-[13px] text-muted">
        <Trans>
          In {currency} by {network}, to a new address. Send nothing to the old one.
        </Trans>
      </p>
      <Button variant="text" onClick={onOther}>
        <ArrowLeft size={18} aria-hidden="true" />
        <Trans>Pay in another currency</Trans>
      </Button>
      <TermsNote token={token} page={page} />
    </>
  )
}
