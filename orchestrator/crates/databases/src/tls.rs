//! TLS of a database connection. It ends here rather than in the driver, so that the relay between them sees the length of
//! each message.

use std::{io, sync::Arc};

use rustls::{
    ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme,
    client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier},
    crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature},
    pki_types::{CertificateDer, ServerName, UnixTime, pem::PemObject},
};
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    net::TcpStream,
};
use tokio_rustls::TlsConnector;

use super::access::SslMode;

/// A connection, encrypted or not.
pub(super) trait Connection: AsyncRead + AsyncWrite + Send + Unpin {}

impl<T: AsyncRead + AsyncWrite + Send + Unpin> Connection for T {}

/// The message that asks a PostgreSQL server for TLS: its length, and 1234 and 5679 in place of a version.
const SSL_REQUEST: [u8; 8] = [0, 0, 0, 8, 4, 210, 22, 47];

/// Encrypts the connection as the mode asks.
///
/// # Errors
/// The server has no TLS, or its certificate isn't trusted where the mode checks it.
pub(super) async fn encrypt(
    mut stream: TcpStream,
    host: &str,
    mode: SslMode,
    ca_certificate: Option<&str>,
) -> io::Result<Box<dyn Connection>> {
    if mode == SslMode::Disable {
        return Ok(Box::new(stream));
    }
    stream.write_all(&SSL_REQUEST).await?;
    if stream.read_u8().await? != b'S' {
        return Err(io::Error::other("the server doesn't support TLS"));
    }
    let name = ServerName::try_from(host.to_owned()).map_err(io::Error::other)?;
    let config = client_config(mode, ca_certificate).map_err(io::Error::other)?;
    let connector = TlsConnector::from(Arc::new(config));
    Ok(Box::new(connector.connect(name, stream).await?))
}

/// Parses the certificates of a PEM text; None where there is none or one is malformed.
pub(super) fn parse_certificates(pem: &str) -> Option<Vec<CertificateDer<'static>>> {
    let certificates = CertificateDer::pem_slice_iter(pem.as_bytes());
    let certificates = certificates.collect::<Result<Vec<_>, _>>().ok()?;
    Some(certificates).filter(|certificates| !certificates.is_empty())
}

fn client_config(mode: SslMode, ca_certificate: Option<&str>) -> Result<ClientConfig, Error> {
    let provider = Arc::new(ring::default_provider());
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()?;
    Ok(match mode {
        SslMode::VerifyFull => {
            let mut roots =
                RootCertStore::from_iter(webpki_roots::TLS_SERVER_ROOTS.iter().cloned());
            for certificate in ca_certificate
                .and_then(parse_certificates)
                .unwrap_or_default()
            {
                roots.add(certificate)?;
            }
            builder.with_root_certificates(roots).with_no_client_auth()
        }
        SslMode::Require | SslMode::Disable => builder
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(AnyCertificate(provider)))
            .with_no_client_auth(),
    })
}

/// Accepts every certificate, as `sslmode=require` of libpq does. Signatures are still checked.
#[derive(Debug)]
struct AnyCertificate(Arc<CryptoProvider>);

impl ServerCertVerifier for AnyCertificate {
    fn verify_server_cert(
        &self,
        _end_entity: &CertificateDer<'_>,
        _intermediates: &[CertificateDer<'_>],
        _server_name: &ServerName<'_>,
        _ocsp_response: &[u8],
        _now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.0.signature_verification_algorithms;
        verify_tls12_signature(message, certificate, signature, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.0.signature_verification_algorithms;
        verify_tls13_signature(message, certificate, signature, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}
