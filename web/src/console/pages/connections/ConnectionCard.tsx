import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Badge, type Tone } from '../../../ui/Badge'
import { Button } from '../../../ui/Button'
import { Notice } from '../../../ui/Notice'
import {
  type Connection,
  type ConnectionKind,
  connectionsQuery,
  switchConnection,
  testConnection,
} from '../../api/connections'
import { ActButton } from '../../parts/ActButton'
import { Card } from '../../parts/Card'
import { Facts } from '../../parts/Facts'
import { problemWords } from '../../parts/Loaded'
import { shortTime } from '../../parts/when'
import { BankForm } from './BankForm'
import { CardsForm } from './CardsForm'

/** One kind of connection: what is in use, and the draft that may take its place. */
export function ConnectionCard({ of, may }: { of: ConnectionKind; may: boolean }) {
  const { current, draft } = of
  const Form = of.kind === 'bank' ? BankForm : CardsForm
  return (
    <Card title={of.kind === 'bank' ? <Trans>Bank</Trans> : <Trans>Cards</Trans>} aside={<State of={of} />}>
      <div className="grid gap-4">
        {of.is_from_server ? (
          <Notice tone="wait">
            <Trans>The settings of the server connect it. They win over what is made here.</Trans>
          </Notice>
        ) : null}
        {current ? <One connection={current} may={may} /> : null}
        {draft ? (
          <div className="grid gap-3 border-t border-line pt-4 first:border-t-0 first:pt-0">
            <h3 className="text-[15px] font-semibold">
              <Trans>Draft</Trans>
            </h3>
            <One connection={draft} may={may} />
          </div>
        ) : null}
        {!current && !draft && !of.is_from_server ? (
          <p className="text-[14px] text-muted">
            <Trans>Nothing is connected. One operator makes a connection, and a second one switches it on.</Trans>
          </p>
        ) : null}
        {may ? (
          <div className="justify-self-start">
            <Form before={draft ?? current} />
          </div>
        ) : null}
      </div>
    </Card>
  )
}

function State({ of: { is_from_server, current } }: { of: ConnectionKind }) {
  const { t } = useLingui()
  const isOn = is_from_server || current?.state === 'on'
  const [text, tone]: [string, Tone] = isOn ? [t`On`, 'ok'] : [t`Off`, 'plain']
  return <Badge tone={tone}>{text}</Badge>
}

/** A connection with its settings, its test and its switch. Its secrets are never shown. */
function One({ connection, may }: { connection: Connection; may: boolean }) {
  const { i18n } = useLingui()
  const queries = useQueryClient()
  const test = useMutation({
    mutationFn: () => testConnection(connection.id),
    onSettled: () => queries.invalidateQueries({ queryKey: connectionsQuery.queryKey }),
  })
  const tested = connection.test
  const isOn = connection.state === 'on'
  return (
    <div className="grid gap-3">
      <Settings of={connection} />
      <p className="text-[13px] text-muted wrap-anywhere">
        <Trans>
          Made by {connection.made_by}, {shortTime(connection.made_at, i18n.locale)}
        </Trans>
      </p>
      {tested ? (
        <Notice tone={tested.is_passed ? 'ok' : 'bad'}>
          <p>{tested.answer}</p>
          <p className="text-[13px]">
            <Trans>Tested {shortTime(tested.at, i18n.locale)}</Trans>
          </p>
        </Notice>
      ) : null}
      {test.error ? <Notice tone="bad">{problemWords(test.error)}</Notice> : null}
      {may ? (
        <div className="flex flex-wrap items-start gap-2">
          <Button variant="quiet" small className="text-[14px]!" busy={test.isPending} onClick={() => test.mutate()}>
            <Trans>Test</Trans>
          </Button>
          {isOn ? <SwitchOff id={connection.id} /> : <SwitchOn connection={connection} />}
        </div>
      ) : null}
    </div>
  )
}

function SwitchOn({ connection }: { connection: Connection }) {
  return (
    <ActButton
      label={<Trans>Switch on</Trans>}
      title={<Trans>Switch this connection on?</Trans>}
      about={
        <Trans>
          Another operator has to agree. Customers use it within a minute. The connection that is on is switched off;
          what began with it ends with it.
        </Trans>
      }
      disabledReason={connection.test?.is_passed ? undefined : <Trans>Its test must pass first.</Trans>}
      act={(reason) => switchConnection(connection.id, true, reason)}
    />
  )
}

function SwitchOff({ id }: { id: string }) {
  return (
    <ActButton
      danger
      label={<Trans>Switch off</Trans>}
      title={<Trans>Switch this connection off?</Trans>}
      about={<Trans>Another operator has to agree. Nothing new begins with it; what began with it ends with it.</Trans>}
      act={(reason) => switchConnection(id, false, reason)}
    />
  )
}

function Settings({ of }: { of: Connection }) {
  const { t } = useLingui()
  const mono = (text: string) => <span className="font-mono text-[13px]">{text}</span>
  const facts = [
    of.holder ? { name: t`Account holder`, value: of.holder } : undefined,
    of.bic ? { name: 'BIC', value: mono(of.bic) } : undefined,
    ...of.accounts.map(({ currency, iban }) => ({ name: currency, value: mono(iban.replace(/(.{4})(?=.)/g, '$1 ')) })),
    of.url ? { name: t`Address`, value: mono(of.url) } : undefined,
    of.profile ? { name: t`Profile`, value: mono(of.profile) } : undefined,
    of.publishable_key ? { name: t`Publishable key`, value: mono(of.publishable_key) } : undefined,
    of.currencies.length > 0 ? { name: t`Currencies`, value: of.currencies.join(', ') } : undefined,
    of.url ? { name: t`Keys`, value: t`encrypted, never shown` } : undefined,
  ].filter((fact) => fact !== undefined)
  return <Facts facts={facts} />
}
