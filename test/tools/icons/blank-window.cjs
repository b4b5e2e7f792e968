'use strict'
const { app, BrowserWindow } = require('electron')

// An empty window to draw in.
void app.whenReady().then(() => {
  const window = new BrowserWindow({ width: 1100, height: 1100, frame: false, transparent: true })
  return window.loadURL('data:text/html,<!doctype html><body style="margin:0">')
})
