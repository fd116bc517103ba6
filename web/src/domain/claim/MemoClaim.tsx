import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { type SyntheticEvent, useRef, useState } from 'react'
import { randomId } from '../../api/ids'
import { errorText } from '../../api/problemText'
import { moneyText } from '../money'
import { fieldErrors, isUnanswered, problemStatus } from '../problem'
import { config } from '../../host/config'
import { Button } from '../../ui/Button'
import { Notice } from '../../ui/Notice'
import { TextField } from '../../ui/TextField'
import { claimPayment, latestHash, type PaymentClaimInfo } from './claims'

type MemoClaimProps = {
  /** The order that the payment was sent for. */
  id: string
}

/** For coins that were sent without the memo: the customer names the transaction, and gets them on the balance. */
export default function MemoClaim({ id }: MemoClaimProps) {
  const [open, setOpen] = useState(false)
  const [claim, setClaim] = useState<PaymentClaimInfo>()
  if (claim) return <Claimed claim={claim} />
  if (open) return <ClaimForm id={id} onDone={setClaim} />
  return (
    <div className="grid justify-items-start">
      <Button variant="text" onClick={() => setOpen(true)}>
        <Trans>Sent without the memo?</Trans>
      </Button>
    </div>
  )
}

function ClaimForm({ id, onDone }: MemoClaimProps & { onDone: (claim: PaymentClaimInfo) => void }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const key = useRef(randomId())
  const [hash, setHash] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const words = (error: unknown) => {
    if (fieldErrors(error).length > 0) return t`No payment without a memo with this hash waits for its owner`
    if (problemStatus(error) === 409 && !isUnanswered(error))
      return t`The network has not confirmed this payment yet. Try again in a moment.`
    return errorText(error)
  }
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    setBusy(true)
    setProblem(undefined)
    try {
      const claim = await claimPayment(id, hash.trim(), key.current)
      void queries.invalidateQueries({ queryKey: ['balances'] })
      void queries.invalidateQueries({ queryKey: ['transactions'] })
      onDone(claim)
    } catch (error) {
      // A lost response keeps the key; a refusal discards it.
      if (!isUnanswered(error)) key.current = randomId()
      setProblem(words(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="grid gap-3 rounded-m bg-sunken p-4 text-[14px]" onSubmit={(event) => void submit(event)}>
      <p>
        <Trans>
          Name the transaction from your wallet. What arrived goes to your balance, without a fee. If we cannot be sure
          that it is yours, one of us looks.
        </Trans>
      </p>
      <TextField
        label={t`Transaction hash`}
        value={hash}
        onChange={setHash}
        maxLength={128}
        autoComplete="off"
        spellCheck={false}
        mono
        error={problem}
      />
      <div className="grid gap-2 sm:grid-cols-2">
        <Button type="submit" busy={busy} disabled={hash.trim().length < 16}>
          <Trans>Find my payment</Trans>
        </Button>
        {config.sandbox ? (
          <Button variant="quiet" onClick={() => void latestHash(id).then((found) => setHash(found ?? ''))}>
            <Trans>Copy from the sandbox chain</Trans>
          </Button>
        ) : null}
      </div>
    </form>
  )
}

/** What became of a claim. */
function Claimed({ claim }: { claim: PaymentClaimInfo }) {
  const { i18n } = useLingui()
  const received = moneyText(claim.received, i18n.locale)
  if (claim.state === 'credited') {
    return (
      <Notice tone="ok">
        <Trans>{received} is on your balance. It cost nothing.</Trans>
      </Notice>
    )
  }
  const deadline = claim.deadline
    ? i18n.date(claim.deadline, {
        day: 'numeric',
        month: 'short',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      })
    : ''
  return (
    <Notice tone="wait">
      <Trans>
        We received {received}. Others could have sent it too, so one of us looks whose it is. You hear from us by{' '}
        {deadline}.
      </Trans>
    </Notice>
  )
}
