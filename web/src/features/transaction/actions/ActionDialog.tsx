import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ActionOption, RequisiteInput, Transaction } from '../../../api/exchangeTypes'
import { moneyText } from '../../../flow/money'
import { Button } from '../../../ui/Button'
import { Dialog } from '../../../ui/Dialog'
import { TextField } from '../../../ui/TextField'

export type ActionChoice = { option: ActionOption; requisite?: RequisiteInput }

type ActionDialogProps = {
  option: ActionOption | undefined
  transaction: Transaction
  busy: boolean
  problem: string | undefined
  onClose: () => void
  onConfirm: (choice: ActionChoice) => void
}

/** Money moves only after a second, plain question; its error stays here, where the answer was given. */
export function ActionDialog({ option, transaction, busy, problem, onClose, onConfirm }: ActionDialogProps) {
  const { t, i18n } = useLingui()
  const [address, setAddress] = useState('')
  const [memo, setMemo] = useState('')
  const [tried, setTried] = useState(false)
  // A chain does not say where a payment came from in a way that may be paid back to.
  const needsAddress = option === 'refund' && transaction.payment.kind === 'crypto'
  const { currency } = transaction.from
  const received = transaction.action ? moneyText({ amount: transaction.action.received, currency }, i18n.locale) : ''
  const confirm = () => {
    setTried(true)
    if (!option) return
    if (!needsAddress) return onConfirm({ option })
    if (address.trim() === '') return
    const value = { kind: 'address' as const, value: address.trim() }
    onConfirm({ option, requisite: memo.trim() === '' ? value : { ...value, memo: memo.trim() } })
  }
  return (
    <Dialog open={option !== undefined} onClose={onClose} title={<Title option={option} />}>
      <div className="grid gap-4">
        <p>
          <Body option={option} received={received} />
        </p>
        {needsAddress ? (
          <TextField
            label={t`Your ${currency} address for the refund`}
            value={address}
            onChange={setAddress}
            error={tried && address.trim() === '' ? t`Field is required` : undefined}
            autoComplete="off"
            spellCheck={false}
          />
        ) : null}
        {needsAddress && transaction.payment.crypto?.memo ? (
          <TextField label={t`Memo, if your address needs one`} value={memo} onChange={setMemo} autoComplete="off" />
        ) : null}
        {problem ? (
          <p className="text-[14px] text-bad" role="alert">
            {problem}
          </p>
        ) : null}
        <div className="grid gap-2 sm:grid-cols-2">
          <Button variant="quiet" onClick={onClose}>
            <Trans>Back</Trans>
          </Button>
          <Button busy={busy} onClick={confirm}>
            <Trans>Confirm</Trans>
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function Title({ option }: { option: ActionOption | undefined }) {
  if (option === 'refund') return <Trans>Refund the payment?</Trans>
  if (option === 'deposit') return <Trans>Keep the money on your balance?</Trans>
  return <Trans>Exchange what arrived?</Trans>
}

function Body({ option, received }: { option: ActionOption | undefined; received: string }) {
  if (option === 'refund') {
    return <Trans>{received} goes back, less what sending it costs. The order ends.</Trans>
  }
  if (option === 'deposit') {
    return <Trans>{received} is added to your balance at once. The order ends.</Trans>
  }
  return <Trans>{received} is exchanged at the rate of the moment. What you receive changes with it.</Trans>
}
