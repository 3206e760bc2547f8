//! A proxy that knows nothing: it copies bytes between two sockets.

use anyhow::Result;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};

/// The address of a proxy in front of another address. It runs as long as the process.
pub(super) async fn start(upstream: &str) -> Result<String> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let (address, upstream) = (listener.local_addr()?, upstream.to_owned());
    tokio::spawn(async move {
        while let Ok((mut program, _)) = listener.accept().await {
            let upstream = upstream.clone();
            tokio::spawn(async move {
                let mut provider = TcpStream::connect(upstream).await?;
                program.set_nodelay(true)?;
                provider.set_nodelay(true)?;
                copy_bidirectional(&mut program, &mut provider).await
            });
        }
    });
    Ok(address.to_string())
}
