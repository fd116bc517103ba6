import { useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { exchangeDraft } from '../../features/exchange/draft'
import { landing, stepPage } from '../../features/exchange/flow'
import PresetPage from '../../features/exchange/presets/PresetPage'
import { backClass } from '../../ui/Page'
import { transactionLink } from '../transactionLink'

/** One preset. */
export default function OwnPreset({ id }: { id: string }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  return (
    <PresetPage
      id={id}
      back={
        <Link to="/presets/{-$part}" params={{ part: undefined }} aria-label={t`Presets`} className={backClass}>
          <ArrowLeft size={22} aria-hidden="true" />
        </Link>
      }
      row={transactionLink}
      onUse={() => void navigate(stepPage(landing('confirm', exchangeDraft.get()), exchangeDraft.get()))}
    />
  )
}
