import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { moneyText } from '../../../i18n/format'
import { Badge, type Tone } from '../../../ui/Badge'
import { Button } from '../../../ui/Button'
import { type Campaign, campaignQuery, campaignsQuery, deleteCampaign, switchCampaign } from '../../api/campaigns'
import { ActButton } from '../../parts/ActButton'
import { Card } from '../../parts/Card'
import { DeleteDraft } from '../../parts/DeleteDraft'
import { Facts } from '../../parts/Facts'
import { Loaded } from '../../parts/Loaded'
import { shortTime } from '../../parts/when'
import { Codes } from './Codes'
import { localText } from './localText'

/** One campaign: its terms, what was used, and its switch. */
export function CampaignCard({ campaign, may }: { campaign: Campaign; may: boolean }) {
  const { i18n } = useLingui()
  const [isOpen, setOpen] = useState(false)
  return (
    <Card title={campaign.name} aside={<State of={campaign} />}>
      <div className="grid gap-4">
        <Terms of={campaign} />
        <p className="text-[13px] text-muted wrap-anywhere">
          <Trans>
            Made by {campaign.made_by}, {shortTime(campaign.made_at, i18n.locale)}
          </Trans>
        </p>
        <div className="flex flex-wrap items-start gap-2">
          <Button
            variant="quiet"
            small
            className="text-[14px]!"
            onClick={() => setOpen(!isOpen)}
            aria-expanded={isOpen}
          >
            {isOpen ? <Trans>Hide the codes</Trans> : <Trans>Show the codes</Trans>}
          </Button>
          {may ? <Acts of={campaign} /> : null}
        </div>
        {isOpen ? <Details id={campaign.id} /> : null}
      </div>
    </Card>
  )
}

function Details({ id }: { id: string }) {
  const found = useQuery(campaignQuery(id))
  return <Loaded asked={found}>{(details) => <Codes details={details} />}</Loaded>
}

/** The state of a campaign, and the position of its period. */
export function stateOf(of: Campaign, now: number): 'draft' | 'stopped' | 'coming' | 'over' | 'running' {
  if (of.state !== 'on') return of.state
  if (of.from_at && now < Date.parse(of.from_at)) return 'coming'
  return of.until_at && now >= Date.parse(of.until_at) ? 'over' : 'running'
}

function State({ of }: { of: Campaign }) {
  const { t } = useLingui()
  const words: Record<ReturnType<typeof stateOf>, [string, Tone]> = {
    draft: [t`Draft`, 'plain'],
    stopped: [t`Stopped`, 'bad'],
    coming: [t`Scheduled`, 'wait'],
    over: [t`Ended`, 'plain'],
    running: [t`Running`, 'ok'],
  }
  const [text, tone] = words[stateOf(of, Date.now())]
  return <Badge tone={tone}>{text}</Badge>
}

function Terms({ of }: { of: Campaign }) {
  const { t, i18n } = useLingui()
  const money = (amount: string) => moneyText({ amount, currency: of.currency }, i18n.locale)
  const local = (text: string) => `${localText(text, i18n.locale)} (${of.time_zone})`
  const { uses, uses_max: most, budget } = of
  const spent = money(of.spent)
  const whole = budget && money(budget)
  const facts = [
    { name: t`Discount on our fee`, value: `${of.percent}\u00a0%` },
    of.bonus ? { name: t`Bonus`, value: money(of.bonus) } : undefined,
    of.from ? { name: t`Begins`, value: local(of.from) } : undefined,
    of.until ? { name: t`Ends`, value: local(of.until) } : undefined,
    { name: t`Uses`, value: most ? t`${uses} of ${most}` : String(uses) },
    whole ? { name: t`Budget`, value: t`${spent} of ${whole}` } : undefined,
    of.per_person ? { name: t`Uses per person`, value: String(of.per_person) } : undefined,
    of.minimum ? { name: t`Minimum order`, value: money(of.minimum) } : undefined,
    of.first_order_only ? { name: t`First order only`, value: t`Yes` } : undefined,
    of.countries.length > 0 ? { name: t`Countries`, value: of.countries.join(', ') } : undefined,
    of.payways.length > 0 ? { name: t`Payment methods`, value: of.payways.join(', ') } : undefined,
  ].filter((fact) => fact !== undefined)
  return <Facts facts={facts} />
}

function Acts({ of }: { of: Campaign }) {
  if (of.state === 'on') {
    return (
      <ActButton
        danger
        label={<Trans>Stop</Trans>}
        title={<Trans>Stop this campaign?</Trans>}
        about={<Trans>It gives nothing from now on. Orders that have its discount keep it.</Trans>}
        act={(reason) => switchCampaign(of.id, false, reason)}
      />
    )
  }
  return (
    <>
      <ActButton
        label={<Trans>Publish</Trans>}
        title={<Trans>Publish this campaign?</Trans>}
        about={<Trans>Another operator has to agree. Its terms never change.</Trans>}
        act={(reason) => switchCampaign(of.id, true, reason)}
      />
      {of.state === 'draft' ? (
        <DeleteDraft remove={() => deleteCampaign(of.id)} list={campaignsQuery.queryKey} />
      ) : null}
    </>
  )
}
