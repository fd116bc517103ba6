import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { TextField } from '../../../ui/TextField'
import type { NetworkRange, Rules } from '../../api/rules'
import { Card } from '../../parts/Card'
import { Cell, Row, Sheet } from '../../parts/Sheet'
import { EditButton, EditForm } from './EditButton'
import { RuleName } from './RuleName'
import type { SectionProps } from './useDraft'

const numberOf = ({ confirmations }: Rules, { network, least }: NetworkRange): number =>
  confirmations.find((one) => one.network === network)?.at_least ?? least

/** The rules with another number; the safe minimum needs no rule. */
const withNumber = ({ confirmations }: Rules, { network, least }: NetworkRange, at_least: number) => {
  const others = confirmations.filter((one) => one.network !== network)
  return at_least === least ? others : [...others, { network, at_least }]
}

type ConfirmationsCardProps = SectionProps & { networks: readonly NetworkRange[] }

/** How many confirmations every payment on a network needs at least. */
export function ConfirmationsCard({ rules, was, networks, onChange }: ConfirmationsCardProps) {
  const { t } = useLingui()
  const columns = [
    { name: t`Network` },
    { name: t`Confirmations, at least` },
    { name: t`Usual time` },
    ...(onChange ? [{ name: t`Actions`, end: true }] : []),
  ]
  return (
    <Card title={<Trans>Confirmations</Trans>}>
      <p className="mb-3 text-muted">
        <Trans>
          A payment is credited after this many blocks. Larger payments need more. A change is for new orders and new
          deposit addresses.
        </Trans>
      </p>
      <Sheet isFlat label={t`Confirmations`} columns={columns}>
        {networks.map((range) => {
          const number = numberOf(rules, range)
          return (
            <Row key={range.network}>
              <Cell side="left">
                <RuleName was={numberOf(was, range)} now={number}>
                  {range.name}
                </RuleName>
              </Cell>
              <Cell name={t`Confirmations, at least`}>
                <span className="tabular-nums">{number}</span>
              </Cell>
              <Cell name={t`Usual time`}>
                <UsualTime seconds={number * range.block_seconds} />
              </Cell>
              {onChange ? (
                <Cell side="right" end>
                  {range.least < range.most ? (
                    <EditButton name={range.name}>
                      {(close) => (
                        <ConfirmationsForm
                          range={range}
                          number={number}
                          onApply={(next) => onChange({ confirmations: withNumber(rules, range, next) })}
                          onClose={close}
                        />
                      )}
                    </EditButton>
                  ) : (
                    <span className="text-[13px] text-muted">
                      <Trans>Fixed</Trans>
                    </span>
                  )}
                </Cell>
              ) : null}
            </Row>
          )
        })}
      </Sheet>
    </Card>
  )
}

const MINUTE = 60

function UsualTime({ seconds }: { seconds: number }) {
  const minutes = Math.ceil(seconds / MINUTE)
  return <Plural value={minutes} one="about # minute" other="about # minutes" />
}

type FormProps = { range: NetworkRange; number: number; onApply: (number: number) => void; onClose: () => void }

function ConfirmationsForm({ range, number, onApply, onClose }: FormProps) {
  const { t } = useLingui()
  const [text, setText] = useState(String(number))
  const { least, most, block_seconds } = range
  const isRight = /^\d{1,3}$/.test(text) && Number(text) >= least && Number(text) <= most
  return (
    <EditForm isRight={isRight} onApply={() => onApply(Number(text))} onClose={onClose}>
      {(isChecked) => (
        <>
          <TextField
            label={t`Confirmations, at least`}
            hint={isRight ? <UsualTime seconds={Number(text) * block_seconds} /> : undefined}
            value={text}
            onChange={(next) => setText(next.trim())}
            error={isChecked && !isRight ? t`Between ${least} and ${most}` : undefined}
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
          />
          <p className="text-[13px] text-muted">
            <Trans>
              Fewer than {least} are not safe on this network: a block can still be replaced. A price is held for the
              lifetime of the order, so many confirmations can outlast it.
            </Trans>
          </p>
        </>
      )}
    </EditForm>
  )
}
