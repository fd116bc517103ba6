import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Badge } from '../../ui/Badge'
import { Notice } from '../../ui/Notice'
import {
  allowMerchant,
  type PartnerInfo,
  type PartnerKey,
  type PartnerMerchant,
  partnerQuery,
  type PartnerWebhook,
  pauseWebhook,
  revokeKey,
  stopMerchant,
} from '../api/partners'
import type { Me } from '../api/queries'
import { ActButton } from '../parts/ActButton'
import { Card } from '../parts/Card'
import { Facts } from '../parts/Facts'
import { Go } from '../parts/Go'
import { Loaded } from '../parts/Loaded'
import { BackTo, PageTitle } from '../parts/PageHead'
import { KEY_KIND } from '../parts/partnerWords'
import { Cell, Row, Sheet } from '../parts/Sheet'
import { shortTime, whenText } from '../parts/when'

/** One partner: keys, webhook endpoints and merchants, with what an operator can stop. */
export function PartnerPage({ id, me }: { id: string; me: Me }) {
  const found = useQuery(partnerQuery(id))
  return (
    <>
      <BackTo to="/partners">
        <Trans>All partners</Trans>
      </BackTo>
      <Loaded asked={found}>{(loaded) => <Whole info={loaded} me={me} />}</Loaded>
    </>
  )
}

function Whole({ info, me }: { info: PartnerInfo; me: Me }) {
  const { partner, keys, webhooks, merchants } = info
  const mayStop = me.permissions.includes('customers.block')
  return (
    <div className="grid gap-3">
      <PageTitle title={partner.email}>
        <Go to={`/customers/${partner.id}`} className="text-[13px] font-[580] text-brand hover:underline">
          <Trans>Customer</Trans>
        </Go>
      </PageTitle>
      {merchants.map((merchant) => (
        <Merchant key={merchant.id} partner={partner.id} merchant={merchant} me={me} />
      ))}
      <Keys partner={partner.id} keys={keys} mayStop={mayStop} />
      <Webhooks partner={partner.id} webhooks={webhooks} mayStop={mayStop} />
    </div>
  )
}

function Merchant({ partner, merchant, me }: { partner: string; merchant: PartnerMerchant; me: Me }) {
  const { t, i18n } = useLingui()
  const { stopped } = merchant
  const facts = [
    { name: t`Currency of settlement`, value: merchant.settlement },
    { name: t`Hosts of return addresses`, value: merchant.return_hosts.join(', ') || '–' },
    { name: t`Merchant since`, value: whenText(merchant.created_at, i18n.locale) },
  ]
  return (
    <Card title={<Trans>Merchant {merchant.name}</Trans>}>
      <div className="grid gap-3">
        {stopped ? (
          <Notice tone="bad">
            <p className="font-[580]">
              <Trans>It takes no payments.</Trans>
            </p>
            <p className="wrap-anywhere">{stopped.reason}</p>
            <p className="text-[13px]">
              {stopped.by} · {whenText(stopped.at, i18n.locale)}
            </p>
          </Notice>
        ) : null}
        <Facts facts={facts} />
        <div className="relative justify-self-start">
          {stopped && me.permissions.includes('customers.unblock') ? (
            <ActButton
              label={<Trans>Allow payments</Trans>}
              title={<Trans>Let {merchant.name} take payments again?</Trans>}
              act={(reason) => allowMerchant(partner, merchant.id, reason)}
            />
          ) : null}
          {!stopped && me.permissions.includes('customers.block') ? (
            <ActButton
              danger
              label={<Trans>Stop the merchant</Trans>}
              title={<Trans>Stop {merchant.name}?</Trans>}
              about={<Trans>It takes no new payments. Payments in progress go on.</Trans>}
              act={(reason) => stopMerchant(partner, merchant.id, reason)}
            />
          ) : null}
        </div>
      </div>
    </Card>
  )
}

function Keys({ partner, keys, mayStop }: { partner: string; keys: readonly PartnerKey[]; mayStop: boolean }) {
  const { t, i18n } = useLingui()
  if (keys.length === 0) return null
  const columns = [
    { name: t`Key` },
    { name: t`Begins with` },
    { name: t`Addresses and domains` },
    { name: t`Last use` },
    { name: t`State`, end: true },
  ]
  return (
    <Card title={<Trans>API keys</Trans>}>
      <Sheet isFlat label={t`API keys`} columns={columns}>
        {keys.map((key) => (
          <Row key={key.id}>
            <Cell side="left">
              <span className="font-[580] wrap-anywhere">{key.name}</span>
              <span className="block text-[13px] text-muted">{i18n._(KEY_KIND[key.kind])}</span>
            </Cell>
            <Cell name={t`Begins with`}>
              <span className="font-mono text-[13px] break-all">{key.hints.join(', ') || '–'}</span>
            </Cell>
            <Cell name={t`Addresses and domains`}>
              <span className="wrap-anywhere">
                {[...key.addresses, ...key.domains].join(', ') || <Trans>Any address</Trans>}
              </span>
            </Cell>
            <Cell name={t`Last use`}>
              <span className="text-muted">{key.used_at ? shortTime(key.used_at, i18n.locale) : '–'}</span>
            </Cell>
            <Cell side="right" end>
              <KeyState partner={partner} of={key} mayStop={mayStop} />
            </Cell>
          </Row>
        ))}
      </Sheet>
    </Card>
  )
}

function KeyState({ partner, of, mayStop }: { partner: string; of: PartnerKey; mayStop: boolean }) {
  if (of.revoked_at)
    return (
      <Badge tone="bad">
        <Trans>Revoked</Trans>
      </Badge>
    )
  if (!mayStop)
    return (
      <Badge tone="ok">
        <Trans>Active</Trans>
      </Badge>
    )
  return (
    <span className="relative">
      <ActButton
        danger
        label={<Trans>Revoke</Trans>}
        title={<Trans>Revoke the key {of.name}?</Trans>}
        about={<Trans>It stops working at once, in every system of the partner. The customer gets an email.</Trans>}
        act={(reason) => revokeKey(partner, of.id, reason)}
      />
    </span>
  )
}

type WebhooksProps = { partner: string; webhooks: readonly PartnerWebhook[]; mayStop: boolean }

function Webhooks({ partner, webhooks, mayStop }: WebhooksProps) {
  const { t } = useLingui()
  if (webhooks.length === 0) return null
  const columns = [{ name: t`Address` }, { name: t`State` }, { name: t`Actions`, end: true }]
  return (
    <Card title={<Trans>Webhooks</Trans>}>
      <Sheet isFlat label={t`Webhooks`} columns={columns}>
        {webhooks.map((webhook) => (
          <Row key={webhook.id}>
            <Cell side="left">
              <span className="font-mono text-[13px] break-all">{webhook.url}</span>
            </Cell>
            <Cell side="right">
              <WebhookState of={webhook} />
            </Cell>
            <Cell end>
              {mayStop && webhook.state === 'active' ? (
                <span className="relative">
                  <ActButton
                    label={<Trans>Pause</Trans>}
                    title={<Trans>Pause this webhook?</Trans>}
                    about={<Trans>The customer gets an email, and can make it active again.</Trans>}
                    act={(reason) => pauseWebhook(partner, webhook.id, reason)}
                  />
                </span>
              ) : (
                <span className="text-muted">–</span>
              )}
            </Cell>
          </Row>
        ))}
      </Sheet>
    </Card>
  )
}

function WebhookState({ of }: { of: PartnerWebhook }) {
  const { i18n } = useLingui()
  if (of.state !== 'active')
    return (
      <Badge tone="wait">
        {of.state === 'paused' ? <Trans>Paused</Trans> : <Trans>Disabled: it answered “gone”</Trans>}
      </Badge>
    )
  if (of.failing_since)
    return (
      <Badge tone="bad">
        <Trans>Fails since {shortTime(of.failing_since, i18n.locale)}</Trans>
      </Badge>
    )
  return (
    <Badge tone="ok">
      <Trans>Active</Trans>
    </Badge>
  )
}
