import { Radar } from 'lucide-react'
import { useState } from 'react'
import ScamNote from '../src/domain/caution/ScamNote'
import { HashLink } from '../src/domain/HashLink'
import OwnLimit from '../src/domain/ownLimit/OwnLimit'
import { QrBox } from '../src/domain/QrBox'
import type { Launch } from '../src/domain/launch/launch'
import { LaunchStep } from '../src/domain/launch/LaunchStep'
import { ShopMark } from '../src/domain/payment/ShopMark'
import { LinkAmount } from '../src/domain/requisite/LinkAmount'
import { StepList } from '../src/domain/StepList'
import { ActionBar } from '../src/ui/ActionBar'
import { BackButton } from '../src/ui/BackButton'
import { BannerCard } from '../src/ui/BannerCard'
import { Button } from '../src/ui/Button'
import { Card } from '../src/ui/Card'
import { ChoiceRow } from '../src/ui/ChoiceRow'
import { Columns } from '../src/ui/Columns'
import { Page } from '../src/ui/Page'
import { PlainText } from '../src/ui/PlainText'
import { Ring } from '../src/ui/Ring'
import { Rosette } from '../src/ui/Rosette'
import { Sheet, SheetIcon, SheetPart } from '../src/ui/Sheet'
import { SlideCard } from '../src/ui/SlideCard'
import { Spinner } from '../src/ui/Spinner'
import { Switch } from '../src/ui/Switch'
import { ADDRESS, LONG_NAME } from './samples'
import { Group, Specimen } from './Specimen'

const nothing = () => undefined
const ANNOUNCED = {
  title: LONG_NAME,
  text: 'Комісія за обмін цього місяця вдвічі менша.',
  button: 'Детальніше',
  href: '#',
}
const OWN = {
  allowed: '812.40',
  left: { period: 'day', limit: '1000', currency: 'EUR', resets_at: '2026-11-29T00:00:00Z' } as never,
  next: [],
  halvedUntil: '2026-11-30T10:00:00Z',
}
const STEPS = [
  { title: 'You send 0.50 LTC', detail: 'To the address that we show' },
  { title: LONG_NAME, detail: LONG_NAME },
  { title: 'Done', detail: undefined },
]
const LAUNCHES: (Launch & { name: string })[] = [
  { name: 'PageLaunch (GET)', kind: 'GET', url: 'https://bank.example/3ds' },
  { name: 'FormLaunch (POST)', kind: 'POST', url: '/3ds', fields: [{ name: 'creq', value: 'x' }] },
  { name: 'FrameLaunch (IFRAME)', kind: 'IFRAME', url: '/icons/512.png' },
  { name: 'QrLaunch (QRCODE)', kind: 'QRCODE', url: 'https://bank.example/qr' },
  { name: 'AppLaunch (DEEPLINK)', kind: 'DEEPLINK', url: 'https://bank.example/app' },
]
const TERMS = '# Terms\n\nWe hold your money in separate accounts.\n\n- one rule\n- another rule'

export function Announcements() {
  return (
    <Group name="Announcements and warnings">
      <Specimen name="BannerCard" wide>
        <BannerCard {...ANNOUNCED} picture="wallet" onClose={nothing} closeLabel="Close" />
      </Specimen>
      <Specimen name="BannerCard without a picture">
        <BannerCard {...ANNOUNCED} picture="none" text="" />
      </Specimen>
      <Specimen name="SlideCard">
        <SlideCard {...ANNOUNCED} picture="wallet" />
      </Specimen>
      <Specimen name="ShopMark: a logo, a colour, neither">
        <div className="flex gap-3">
          <ShopMark merchant="Bean & Leaf" logo="/icons/192.png" />
          <ShopMark merchant="Bean & Leaf" colour="#5a3df0" />
          <ShopMark merchant="Їжа" />
        </div>
      </Specimen>
      <Specimen name="OwnLimit">
        <OwnLimit own={OWN} currency="EUR" />
      </Specimen>
      <Specimen name="LinkAmount">
        <LinkAmount asked="0.5 LTC" onUse={nothing} />
      </Specimen>
      <Specimen name="ScamNote">
        <ScamNote />
      </Specimen>
    </Group>
  )
}

export function Pieces() {
  const [on, setOn] = useState(true)
  return (
    <Group name="Pieces">
      <Specimen name="Sheet, SheetIcon">
        <Sheet>
          <SheetPart className="flex items-center gap-3">
            <SheetIcon>
              <Radar size={20} />
            </SheetIcon>
            <p className="min-w-0 wrap-anywhere">{LONG_NAME}</p>
          </SheetPart>
          <SheetPart>We are watching this address.</SheetPart>
        </Sheet>
      </Specimen>
      <Specimen name="ChoiceRow">
        <div className="grid gap-2">
          {['EUR', LONG_NAME, 'off'].map((name, at) => (
            <ChoiceRow key={name} name="choice" checked={at === 0} disabled={at === 2} onChoose={nothing}>
              <b className="t-row wrap-anywhere">{name}</b>
            </ChoiceRow>
          ))}
        </div>
      </Specimen>
      <Specimen name="StepList">
        <Card>
          <StepList steps={STEPS} />
        </Card>
      </Specimen>
      <Specimen name="QrBox">
        <QrBox text={ADDRESS} label="QR code of the address" currency="BTC" />
      </Specimen>
      {LAUNCHES.map(({ name, ...launch }) => (
        <Specimen key={name} name={name}>
          <Card>
            <LaunchStep launch={launch} service={launch.kind === 'GET' ? undefined : 'Mono'} />
          </Card>
        </Specimen>
      ))}
      <Specimen name="HashLink">
        <Card>
          <HashLink hash={ADDRESS} network="bitcoin" title="Explorer">
            {ADDRESS}
          </HashLink>
        </Card>
      </Specimen>
      <Specimen name="PlainText">
        <Card>
          <PlainText text={TERMS} />
        </Card>
      </Specimen>
      <Specimen name="BackButton, Spinner, Ring, Rosette, Switch">
        <div className="flex flex-wrap items-center gap-4">
          <BackButton onClick={nothing} />
          <Spinner />
          <Ring part={1} whole={4} />
          <Rosette>
            <Radar />
          </Rosette>
          <Switch label="Hide small balances" checked={on} onChange={setOn} />
        </div>
      </Specimen>
    </Group>
  )
}

/** The frame of a page. A transformed box holds the bar, which is otherwise at the bottom of the window. */
export function Layouts() {
  return (
    <Group name="Layouts">
      <Specimen name="Page, Columns, ActionBar" wide>
        <div className="min-h-40 overflow-hidden rounded-card border border-line p-4 [transform:translateZ(0)]">
          <Page title={LONG_NAME} back={<BackButton onClick={nothing} />}>
            <Columns side={<Card title="Aside">How long, what next, what is safe.</Card>}>
              <Card title="Main">The card that acts.</Card>
              <ActionBar>
                <Button>Continue</Button>
              </ActionBar>
            </Columns>
          </Page>
        </div>
      </Specimen>
    </Group>
  )
}
