import type { Failure } from '../../../../electron/shared/failure.ts'
import { failed } from '../../../../electron/shared/result.ts'
import { emptyAppState, type FakeBridge } from '../../fake-bridge.ts'
import { mountApp } from '../../mount-app.ts'
import { get, press, type } from '../../screen.ts'

/** Opens the forgot password page from sign-in; with `failure`, its request fails. */
export async function openForgot(failure?: Failure): Promise<FakeBridge> {
  const fake = await mountApp(emptyAppState(), ({ handlers }) => {
    if (failure) handlers['password:forgot'] = () => failed(failure)
  })
  await type('Server address', 'desk.example.com')
  await press('Forgot password?')
  await get('heading', 'Forgot password')
  return fake
}
