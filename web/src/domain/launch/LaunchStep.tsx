import type { ComponentType } from 'react'
import { AppLaunch } from './AppLaunch'
import { FormLaunch } from './FormLaunch'
import { FrameLaunch } from './FrameLaunch'
import type { Launch, LaunchProps } from './launch'
import { PageLaunch } from './PageLaunch'
import { QrLaunch } from './QrLaunch'

const COMPONENTS: Record<Launch['kind'], ComponentType<LaunchProps>> = {
  GET: PageLaunch,
  POST: FormLaunch,
  IFRAME: FrameLaunch,
  QRCODE: QrLaunch,
  DEEPLINK: AppLaunch,
}

/** The way to an approval, by its kind. */
export function LaunchStep(props: LaunchProps) {
  const Way = COMPONENTS[props.launch.kind]
  return <Way {...props} />
}
