import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { errorText } from '../../api/problemText'
import { moneyText, shortMoneyText } from '../../domain/money'
import { networkName } from '../../domain/networks'
import { fieldErrors } from '../../domain/problem'
import { Button } from '../../ui/Button'
import { Notice } from '../../ui/Notice'
import { Segmented } from '../../ui/Segmented'
import { TextField } from '../../ui/TextField'
import { type PayAttempt, type PayChoice, type PayerWallet, type PayPageState, takeBack } from './payment'

type TakeBackProps = {
  token: string
  attempt: PayAttempt
  choice: PayChoice
  /** Names money besides that of the payment. */
  part: string | undefined
  onPage: (page: PayPageState) => void
}

/** Sends money back to an address of the payer. A large amount asks whose wallet it is (travel rule). */
export function TakeBack({ token, attempt, choice, part, onPage }: TakeBackProps) {
  const { i18n } = useLingui()
  const [open, setOpen] = useState(false)
  const [address, setAddress] = useState('')
  const [memo, setMemo] = useState('')
  const [wallet, setWallet] = useState<PayerWallet>()
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<unknown>()
  const at = (pointer: string) => fieldErrors(refused).find((error) => error.pointer === pointer)?.message
  const shown = ['/address', '/wallet', '/wallet/name', '/wallet/service'].some((pointer) => at(pointer) !== undefined)
  if (!open) {
    return (
      <Button variant="quiet" onClick={() => setOpen(true)}>
        <Trans>Take it back</Trans>
      </Button>
    )
  }
  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setRefused(undefined)
    try {
      onPage(await takeBack(token, { address, memo, cost: choice.cost.amount, part, wallet }))
    } catch (error) {
      setRefused(error)
      if (fieldErrors(error).some(({ pointer }) => pointer === '/wallet')) {
        setWallet((told) => told ?? { name: '', holding: 'self_hosted' })
      }
    } finally {
      setBusy(false)
    }
  }
  return (
    <form className="grid gap-3" noValidate onSubmit={(event) => void send(event)}>
      <TextField
        mono
        label={<Trans>Your address, {networkName(attempt.network)} network</Trans>}
        value={address}
        onChange={setAddress}
        autoComplete="off"
        spellCheck={false}
        error={at('/address')}
      />
      {attempt.memo ? (
        <TextField mono label={<Trans>Memo, if your wallet gives one</Trans>} value={memo} onChange={setMemo} />
      ) : null}
      {wallet ? (
        <Whose
          wallet={wallet}
          onWallet={setWallet}
          nameError={at('/wallet/name')}
          serviceError={at('/wallet/service')}
        />
      ) : null}
      <p className="text-[14px]">
        <Trans>
          You get back <b>{moneyText(choice.gets, i18n.locale)}</b>. The network fee is{' '}
          {shortMoneyText(choice.cost, i18n.locale)}.
        </Trans>
      </p>
      {refused !== undefined && !shown ? <Notice tone="bad">{errorText(refused)}</Notice> : null}
      <Button type="submit" busy={busy} disabled={address.trim() === ''}>
        <Trans>Send it back</Trans>
      </Button>
    </form>
  )
}

type WhoseProps = {
  wallet: PayerWallet
  onWallet: (wallet: PayerWallet) => void
  nameError: string | undefined
  serviceError: string | undefined
}

function Whose({ wallet, onWallet, nameError, serviceError }: WhoseProps) {
  const { t } = useLingui()
  const { name, holding, service } = wallet
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-3 text-[14px]">
        <Trans>The law asks whose wallet gets an amount of this size.</Trans>
      </legend>
      <TextField
        label={<Trans>Your name</Trans>}
        value={name}
        onChange={(next) => onWallet({ ...wallet, name: next })}
        autoComplete="name"
        maxLength={100}
        error={nameError}
      />
      <Segmented
        label={t`Who holds the keys of the wallet?`}
        value={holding}
        options={[
          { value: 'self_hosted', label: <Trans>My own wallet</Trans> },
          { value: 'service', label: <Trans>At a service</Trans> },
        ]}
        onChange={(next) =>
          onWallet({ name, holding: next, ...(next === 'service' ? { service: service ?? '' } : {}) })
        }
      />
      {holding === 'service' ? (
        <TextField
          label={<Trans>Name of the service</Trans>}
          value={service ?? ''}
          onChange={(next) => onWallet({ ...wallet, service: next })}
          maxLength={100}
          error={serviceError}
        />
      ) : null}
    </fieldset>
  )
}
