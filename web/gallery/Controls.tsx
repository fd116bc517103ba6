import { Globe, Moon, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { Badge, type Tone } from '../src/ui/Badge'
import { Button, type ButtonVariant } from '../src/ui/Button'
import { ListRow, ListRows } from '../src/ui/ListRow'
import { Notice } from '../src/ui/Notice'
import { OtpInput } from '../src/ui/OtpInput'
import { Progress } from '../src/ui/Progress'
import { SearchField } from '../src/ui/SearchField'
import { Segmented } from '../src/ui/Segmented'
import { Select } from '../src/ui/Select'
import { SelectRow } from '../src/ui/SelectRow'
import { SwitchRow } from '../src/ui/SwitchRow'
import { TextField } from '../src/ui/TextField'
import { LONG_NAME } from './samples'
import { Group, Specimen } from './Specimen'

const VARIANTS: readonly ButtonVariant[] = ['primary', 'quiet', 'danger', 'text']
const TONES: readonly Tone[] = ['ok', 'wait', 'bad', 'act', 'plain']
const nothing = () => undefined

export function Buttons() {
  return (
    <Group name="Buttons">
      {VARIANTS.map((variant) => (
        <Specimen key={variant} name={`Button ${variant}`}>
          <div className="grid justify-items-start gap-2">
            <Button variant={variant}>Continue</Button>
            <Button variant={variant} busy>
              Paying…
            </Button>
            <Button variant={variant} disabledReason="Enter at least 20 €">
              Continue
            </Button>
            <Button variant={variant}>{`Підтвердити й оплатити ${LONG_NAME}`}</Button>
          </div>
        </Specimen>
      ))}
    </Group>
  )
}

export function Words() {
  return (
    <Group name="Words and colour together">
      <Specimen name="Badge">
        <p className="flex flex-wrap gap-2">
          {TONES.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
        </p>
      </Specimen>
      {TONES.map((tone) => (
        <Specimen key={tone} name={`Notice ${tone}`}>
          <Notice tone={tone}>Codes cannot be sent to phones at the moment. Contact support.</Notice>
        </Specimen>
      ))}
      <Specimen name="Progress">
        <Progress label="Progress" percent={62} />
      </Specimen>
    </Group>
  )
}

export function Fields() {
  const [text, setText] = useState('Ada')
  const [code, setCode] = useState('123')
  const [theme, setTheme] = useState('light')
  return (
    <Group name="Fields">
      <Specimen name="TextField">
        <TextField label="First name" value={text} onChange={setText} hint="As in your document" />
      </Specimen>
      <Specimen name="TextField error">
        <TextField label="First name" value="R2D2" onChange={nothing} error="Invalid character" />
      </Specimen>
      <Specimen name="TextField long">
        <TextField label={LONG_NAME} value={LONG_NAME} onChange={nothing} readOnly />
      </Specimen>
      <Specimen name="Select">
        <Select label="Country" value="PL" onChange={nothing}>
          <option value="PL">Poland</option>
        </Select>
      </Specimen>
      <Specimen name="SearchField">
        <SearchField label="Search" placeholder="Name, code" value="" onChange={nothing} maxLength={50} />
      </Specimen>
      <Specimen name="Segmented">
        <Segmented
          label="Theme"
          value={theme}
          onChange={setTheme}
          options={['system', 'light', 'dark'].map((value) => ({ value, label: value }))}
        />
      </Specimen>
      <Specimen name="OtpInput">
        <OtpInput label="Code" value={code} onChange={setCode} onComplete={nothing} />
      </Specimen>
      <Specimen name="OtpInput error">
        <OtpInput label="Code" value="222222" onChange={nothing} onComplete={nothing} error="This is not the code." />
      </Specimen>
    </Group>
  )
}

export function Rows() {
  const [on, setOn] = useState(true)
  const [language, setLanguage] = useState('en')
  return (
    <Group name="List rows">
      <Specimen name="ListRow">
        <ListRows label="Security">
          <ListRow
            glyph={<ShieldCheck size={20} />}
            tone="ok"
            title="Two-factor authentication"
            detail="Authenticator app"
            badge={<Badge tone="ok">On</Badge>}
            onClick={nothing}
          />
          <ListRow glyph={<ShieldCheck size={20} />} title="Devices" detail="This one: Chrome" value={3} />
          <ListRow
            glyph={<ShieldCheck size={20} />}
            tone="wait"
            title={LONG_NAME}
            detail={LONG_NAME}
            badge={<Badge tone="wait">Не підтверджено</Badge>}
          />
        </ListRows>
      </Specimen>
      <Specimen name="SelectRow, SwitchRow">
        <ListRows label="Preferences">
          <SelectRow
            glyph={<Globe size={20} />}
            label="Language"
            value={language}
            shown={language}
            onChange={setLanguage}
          >
            <option value="en">English</option>
            <option value="uk">Українська</option>
          </SelectRow>
          <SwitchRow glyph={<Moon size={20} />} label="Hide small balances" checked={on} onChange={setOn} />
          <SwitchRow label={LONG_NAME} detail={LONG_NAME} checked={!on} onChange={nothing} />
        </ListRows>
      </Specimen>
    </Group>
  )
}
