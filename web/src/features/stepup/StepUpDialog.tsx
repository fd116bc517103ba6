import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { hasPasskeys } from '../../api/hasPasskeys'
import type { StepUp } from '../../api/stepUp'
import { moneyText } from '../../i18n/format'
import { Dialog } from '../../ui/Dialog'
import { Line, Lines } from '../../ui/Lines'
import { AddressText } from '../../domain/AddressText'
import { FactorForm } from '../../domain/FactorForm'
import { confirmStepUp } from './confirmStepUp'

type StepUpDialogProps = { stepUp: StepUp | undefined; onClose: () => void; onToken: (token: string) => void }

/** Whether to offer a passkey: the customer has one, or the list cannot be loaded. */
function useMayUsePasskey(asked: boolean): boolean {
  const own = useQuery({
    queryKey: ['passkeys'],
    queryFn: async ({ signal }) => (await import('../../api/passkeys')).passkeys.list(signal),
    enabled: asked && hasPasskeys(),
  })
  return own.isError || (own.data !== undefined && own.data.length > 0)
}

/** Asks for the second factor for one request. Shows the request in the server's words above the code. */
export default function StepUpDialog({ stepUp, onClose, onToken }: StepUpDialogProps) {
  const passkey = useMayUsePasskey(stepUp !== undefined)
  return (
    <Dialog open={stepUp !== undefined} onClose={onClose} title={<Trans>Confirm with your second factor</Trans>}>
      {stepUp ? (
        <div className="grid gap-5">
          <Shown shown={stepUp.shown} />
          <FactorForm
            action={<Trans>Confirm</Trans>}
            onCode={async (code) => onToken(await confirmStepUp(stepUp.id, code))}
            onPasskey={
              passkey
                ? async () => {
                    const { passkeys } = await import('../../api/passkeys')
                    onToken(await passkeys.confirm(stepUp.id))
                  }
                : undefined
            }
          />
        </div>
      ) : null}
    </Dialog>
  )
}

type Money = { amount: string; currency: string }
type Payee = { value?: string; full_name?: string; memo?: string }

function Shown({ shown }: { shown: Record<string, unknown> }) {
  const { i18n } = useLingui()
  const money = (value: unknown) => moneyText(value as Money, i18n.locale)
  switch (shown.kind) {
    case 'order':
      return (
        <Lines>
          <Line label={<Trans>You pay</Trans>}>{money(shown.pays)}</Line>
          <Line label={<Trans>You receive</Trans>}>{money(shown.receives)}</Line>
          <PayeeLine to={shown.to as Payee} />
        </Lines>
      )
    case 'plan':
      return (
        <Lines>
          <Line label={<Trans>Each exchange takes</Trans>}>{money(shown.pays)}</Line>
          <Line label={<Trans>You receive</Trans>}>{String(shown.receives)}</Line>
          <Line label={<Trans>When</Trans>}>
            <PlanTime shown={shown} />
          </Line>
        </Lines>
      )
    case 'refund':
      return (
        <Lines>
          <Line label={<Trans>Refund of order</Trans>}>{String(shown.reference)}</Line>
          {shown.to ? <PayeeLine to={shown.to as Payee} /> : null}
        </Lines>
      )
    default:
      return (
        <p className="text-muted">
          <SettingWords kind={String(shown.kind)} name={nameOf(shown)} />
        </p>
      )
  }
}

type Target = { price_of?: string; bound?: string; price?: string }

/** When a plan exchanges. */
function PlanTime({ shown }: { shown: Record<string, unknown> }) {
  const { price_of: coin = '', bound, price = '' } = (shown.target ?? {}) as Target
  switch (shown.interval) {
    case 'day':
      return <Trans>Every day</Trans>
    case 'week':
      return <Trans>Every week</Trans>
    case 'month':
      return <Trans>Every month</Trans>
    default:
      return bound === 'at_most' ? (
        <Trans>
          When 1 {coin} costs {price} or less
        </Trans>
      ) : (
        <Trans>
          When 1 {coin} costs {price} or more
        </Trans>
      )
  }
}

function PayeeLine({ to }: { to: Payee }) {
  return (
    <Line label={<Trans>To</Trans>}>
      <span className="grid break-all">
        {to.full_name ? <span>{to.full_name}</span> : null}
        {to.value ? <AddressText value={to.value} /> : null}
        {to.memo ? <span className="text-[13px] text-muted">{to.memo}</span> : null}
      </span>
    </Line>
  )
}

const METHODS: Record<string, string> = { google: 'Google', apple: 'Apple', telegram: 'Telegram' }

/** The subject of the change: a passkey's name, a new address, or a sign-in method. */
function nameOf(shown: Record<string, unknown>): string {
  const method = String(shown.method ?? '')
  return METHODS[method] ?? String(shown.name ?? shown.email ?? method)
}

function SettingWords({ kind, name }: { kind: string; name: string }) {
  switch (kind) {
    case 'passkey_add':
      return <Trans>You are adding a passkey.</Trans>
    case 'passkey_remove':
      return <Trans>You are removing the passkey {name}.</Trans>
    case 'partner_key_make':
      return <Trans>You are creating the API key {name}.</Trans>
    case 'partner_key_rotate':
      return <Trans>You are making a new secret of the API key {name}.</Trans>
    case 'partner_key_widen':
      return <Trans>You are giving an API key more rights.</Trans>
    case 'webhook_endpoint':
      return <Trans>You are sending the events of your transactions to {name}.</Trans>
    case 'webhook_rotate':
      return <Trans>You are making a new secret for webhooks to {name}.</Trans>
    case 'totp_add':
      return <Trans>You are adding an authenticator app.</Trans>
    case 'totp_remove':
      return <Trans>You are removing the authenticator app.</Trans>
    case 'data_export':
      return <Trans>You are asking for a copy of your data.</Trans>
    case 'close_account':
      return <Trans>You are deleting your account.</Trans>
    case 'mail_phrase':
      return <Trans>You are choosing the phrase that our emails begin with.</Trans>
    case 'mail_phrase_remove':
      return <Trans>You are removing the phrase from our emails.</Trans>
    case 'email_change':
      return <Trans>You are changing your email to {name}.</Trans>
    case 'method_link':
      return <Trans>You are adding {name} as a way to sign in.</Trans>
    case 'method_unlink':
      return <Trans>You are removing {name} as a way to sign in.</Trans>
    case 'recovery_codes':
      return <Trans>You are making new recovery codes; the old ones stop working.</Trans>
    default:
      return <Trans>You are changing what your second factor protects.</Trans>
  }
}
